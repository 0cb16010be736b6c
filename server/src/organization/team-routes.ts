import * as contract from '@leadlight/contract/team'
import type { Db } from '../platform/db.ts'
import { serve, type App } from '../platform/http.ts'
import { listMembers } from './list-members.ts'
import { presentMember } from './present-team.ts'
import { removeMember } from './remove-member.ts'
import { updateMember } from './update-member.ts'

export interface TeamDependencies {
  db: Db
}

export function teamRoutes(app: App, dependencies: TeamDependencies): void {
  serve(app, contract.listMembers, async ({ actor }) => (await listMembers(dependencies, actor)).map(presentMember))

  serve(app, contract.updateMember, async ({ actor, params, body }) =>
    presentMember(await updateMember(dependencies, actor, { userId: params.userId, role: body.role })),
  )

  serve(app, contract.removeMember, async ({ actor, params }) => {
    await removeMember(dependencies, actor, params.userId)
    return undefined
  })
}
