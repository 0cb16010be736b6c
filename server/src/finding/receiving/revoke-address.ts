import { requireProject } from '../../core/projects/require-project.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteAddress } from './address-store.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'
import { deleteWaitingAt } from './waiting-store.ts'

/**
 * Ends an address: it is unknown from the next call on. What waits that arrived there is judged all the same, or is
 * discarded, as where somebody else has got hold of the address.
 */
export async function revokeAddress(
  { db }: Pick<ReceivingDependencies, 'db'>,
  actor: Actor,
  { projectId, id, discards = false }: { projectId: string; id: string; discards?: boolean },
): Promise<void> {
  const { organizationId } = actor
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    if (discards) await deleteWaitingAt(tx, { organizationId, projectId }, id)
    const name = await deleteAddress(tx, { organizationId, projectId }, id)
    if (name === undefined) {
      throw new AppError('not_found', 'receiving_address_not_found', 'That receiving address does not exist.')
    }
    nameTarget({ name })
  })
}
