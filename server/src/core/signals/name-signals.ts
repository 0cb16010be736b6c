import type { Tx } from '../../platform/db.ts'

/**
 * The wordings of these signals of the organization, deleted ones included; without those another organization has by
 * now.
 */
export async function nameSignals(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('intent_signal')
    .select(['id', 'intent_signal'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, intent_signal: text }) => [id, text]))
}
