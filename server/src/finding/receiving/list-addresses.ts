import type { ReceivingAddress } from '@leadlight/contract/receiving'
import { findPeople, nameOf } from '../../core/accounts/find-people.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { selectAddresses } from './address-store.ts'
import { presentAddress } from './present-address.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'
import { countWaitingAt } from './waiting-store.ts'

/** The project's receiving addresses, oldest first. */
export function listAddresses(
  { db }: Pick<ReceivingDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<ReceivingAddress[]> {
  const ids = { organizationId: actor.organizationId, projectId }
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const rows = await selectAddresses(tx, ids)
    const waiting = await countWaitingAt(tx, ids)
    const makers = await findPeople(
      tx,
      rows.flatMap(({ created_by: id }) => id ?? []),
    )
    return rows.map((row) => {
      const maker = makers.get(row.created_by ?? '')
      return presentAddress(row, { waiting: waiting.get(row.id) ?? 0, createdBy: maker ? nameOf(maker) : null })
    })
  })
}
