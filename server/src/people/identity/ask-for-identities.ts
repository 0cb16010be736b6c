import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { enqueueFinding } from '../enrichment/find-identities-job.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'

/** Has the project's accounts compared again. */
export async function askForIdentities(
  deps: Pick<IdentityDependencies, 'db' | 'jobs'>,
  actor: Actor,
  projectId: string,
): Promise<{ looking: true }> {
  const { organizationId } = actor
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await enqueueFinding(tx, deps, { organizationId, projectId })
  })
  return { looking: true }
}
