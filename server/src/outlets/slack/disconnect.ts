import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteConnection } from './connection-store.ts'
import { revokeJob } from './jobs.ts'
import { requireConnection } from './require-connection.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/**
 * Disconnects the project and deletes its channels. Its token is revoked, unless another project is connected with the
 * workspace.
 */
export async function disconnect(deps: SlackDependencies, actor: Actor, projectId: string): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireConnection(tx, actor, projectId)
    await deleteConnection(tx, actor.organizationId, projectId)
    await deps.jobs.enqueue(tx, revokeJob, {}, { key: 'slack.revoke' })
  })
}
