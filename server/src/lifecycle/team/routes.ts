import * as contract from '@leadlight/contract/guests'
import { leaveOrganization as leaveOrganizationCall } from '@leadlight/contract/organization'
import * as members from '@leadlight/contract/team'
import { toMillicredits } from '@leadlight/domain/credits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { presentMember } from '../../core/organization/present-team.ts'
import { serve, type App } from '../../platform/http.ts'
import { capGuestSpending } from './cap-guest-spending.ts'
import { getGuestsAccess } from './get-guests-access.ts'
import { grantGuestAccess } from './grant-guest-access.ts'
import { leaveOrganization } from './leave-organization.ts'
import { presentGuests } from './present-guests.ts'
import { removeMember } from './remove-member.ts'
import { updateMember } from './update-member.ts'
import { withdrawGuestAccess } from './withdraw-guest-access.ts'

interface TeamDependencies {
  db: Db
  clock: Clock
}

export function teamRoutes(app: App, dependencies: TeamDependencies): void {
  memberRoutes(app, dependencies)
  guestRoutes(app, dependencies)
}

function memberRoutes(app: App, dependencies: TeamDependencies): void {
  serve(app, members.updateMember, async ({ actor, params, body }) =>
    presentMember(await updateMember(dependencies, actor, { userId: params.userId, role: body.role })),
  )

  serve(app, members.removeMember, async ({ actor, params }) => {
    await removeMember(dependencies, actor, params.userId)
    return undefined
  })

  serve(app, leaveOrganizationCall, async ({ actor }) => {
    await leaveOrganization(dependencies, actor)
    return undefined
  })
}

function guestRoutes(app: App, dependencies: TeamDependencies): void {
  serve(app, contract.getGuestsAccess, async ({ actor, params }) =>
    presentGuests(await getGuestsAccess(dependencies, actor, params.projectId)),
  )

  serve(app, contract.capGuestSpending, async ({ actor, params, body }) => {
    const cap = body.monthly_credit_cap
    const monthlyCap = cap === null ? null : toMillicredits(cap)
    return presentGuests(await capGuestSpending(dependencies, actor, { projectId: params.projectId, monthlyCap }))
  })

  serve(app, contract.grantGuestAccess, async ({ actor, params }) => {
    await grantGuestAccess(dependencies, actor, params)
    return undefined
  })

  serve(app, contract.withdrawGuestAccess, async ({ actor, params }) => {
    await withdrawGuestAccess(dependencies, actor, params)
    return undefined
  })
}
