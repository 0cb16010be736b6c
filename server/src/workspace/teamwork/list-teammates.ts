import type { Teammate } from '@leadlight/contract/lead-work'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { listTeammatesOf } from '../../core/organization/find-teammates.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'

const TEAMMATES_MAX = 1000

/** Everybody who can see the project, by name. */
export function listTeammates(
  { db }: Pick<TeamworkDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<Teammate[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return listTeammatesOf(tx, { organizationId, projectId }, TEAMMATES_MAX)
  })
}
