import type { Millicredits } from '@leadlight/domain/credits'
import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Row, Tx } from '../../platform/db.ts'

/** Why what has arrived is not judged yet. */
export type WaitsFor = 'credits' | 'signals'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'receiving_address.waits_for': WaitsFor | null
  }
}

export type AddressRow = Row<'receiving_address'>

export async function insertAddress(tx: Tx, row: AddressRow): Promise<void> {
  await tx.insertInto('receiving_address').values(row).execute()
}

/** The project's addresses, oldest first. */
export function selectAddresses(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<AddressRow[]> {
  return tx
    .selectFrom('receiving_address')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The name of the address that was deleted; undefined where the project has no such. */
export async function deleteAddress(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  id: string,
): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('receiving_address')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return gone?.name
}

export async function deleteAddressesOf(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<void> {
  await tx
    .deleteFrom('receiving_address')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

/** Whose an address is, after a call to it that was counted. */
export interface CalledAddress {
  id: string
  organizationId: string
  projectId: string
  name: string
  windowBeganAt: Date
  windowCalls: number
}

/**
 * The address with this hash; counts a call to it. One statement, so that concurrent calls to any process are each
 * counted.
 */
export async function countCall(
  tx: Tx,
  { hash, cost, now, windowMs }: { hash: Uint8Array; cost: number; now: Date; windowMs: number },
): Promise<CalledAddress | undefined> {
  const windowStart = new Date(now.getTime() - windowMs)
  const { rows } = await sql<CalledAddress>`
    update receiving_address set
      window_began_at = case when window_began_at > ${windowStart} then window_began_at else ${now} end,
      window_calls = case when window_began_at > ${windowStart} then window_calls else 0 end + ${cost}::integer
    where hash = ${hash}
    returning id, organization_id as "organizationId", project_id as "projectId", name,
      window_began_at as "windowBeganAt", window_calls as "windowCalls"`.execute(tx)
  return rows[0]
}

/** Counts posts that arrived. False where the address was revoked meanwhile. */
export async function noteReceived(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
  { posts, now }: { posts: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('receiving_address')
    .set((eb) => ({ received: eb('received', '+', posts), last_received_at: now }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Says what could not be taken, until the next time. */
export async function noteProblem(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('receiving_address')
    .set({ problem, problem_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Counts leads that posts became, by their address. */
export async function countLeads(tx: Tx, organizationId: string, leads: ReadonlyMap<string, number>): Promise<void> {
  // In one order, as others count at the same time.
  for (const [id, found] of [...leads].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await tx
      .updateTable('receiving_address')
      .set((eb) => ({ leads: eb('leads', '+', found) }))
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
  }
}

/** Says of all addresses of the project why what arrived there waits, and what balance did not suffice; null where none waits. */
export async function noteWaiting(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { waitsFor, above = null }: { waitsFor: WaitsFor | null; above?: Millicredits | null },
): Promise<void> {
  await tx
    .updateTable('receiving_address')
    .set({ waits_for: waitsFor, waits_above: above })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('waits_for', 'is distinct from', waitsFor), eb('waits_above', 'is distinct from', above)]))
    .execute()
}

/** The balance that did not suffice the last time; null where credits were not what was wanting. */
export async function findInsufficient(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
): Promise<Millicredits | null> {
  const { rows } = await sql<{ above: Millicredits | null }>`
    select max(waits_above)::float8 as above from receiving_address
    where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
  return rows[0]?.above ?? null
}
