import { withoutShadowed } from '@leadlight/domain/leads'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectChannels, type ProjectChannel } from './channel-store.ts'
import { externalIdFor } from './channel-ids.ts'
import type { LeadDependencies } from './lead-dependencies.ts'

/**
 * The channels of the project's leads; a platform's own entry only where none of its channels has a name. Guests see no
 * address.
 */
export function listDataChannels(
  { db }: Pick<LeadDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<ProjectChannel[]> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const channels = withoutShadowed(await selectChannels(tx, actor.organizationId, projectId))
    return channels.map((one) => ({ ...one, external_id: externalIdFor(actor.role, one.external_id) }))
  })
}
