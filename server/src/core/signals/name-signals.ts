import type { Tx } from '../../platform/db.ts'

/**
 * The wordings of these signals of the organization, deleted ones included; without those another organization has by
 * now.
 */
export async function nameSignals(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const signals = await findNamedSignals(tx, organizationId, ids)
  return new Map([...signals].map(([id, { name }]) => [id, name]))
}

/** The same, with whether each was deleted. */
export async function findNamedSignals(
  tx: Tx,
  organizationId: string,
  ids: Iterable<string>,
): Promise<Map<string, { name: string; isGone: boolean }>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('intent_signal')
    .select(['id', 'intent_signal', 'deleted_at'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, { name: row.intent_signal, isGone: row.deleted_at !== null }]))
}
