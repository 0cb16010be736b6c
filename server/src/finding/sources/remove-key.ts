import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteKey, type ProjectChannel } from './channel-store.ts'
import { requireChannel } from './require-channel.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** Removes the project's own key to a platform. Leads found with it stay. */
export async function removeKey(deps: SourceDependencies, actor: Actor, ids: ProjectChannel): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const { channel } = await requireChannel(tx, deps, actor, ids)
    if (await deleteKey(tx, actor.organizationId, ids)) return
    throw new AppError('not_found', 'key_not_found', `This project has no key to ${channel.displayName}.`)
  })
}
