import type { Tx } from '../platform/db.ts'

/** The wording of each of these signals by its id, deleted ones too, since their leads stay. */
export async function listSignalTexts(
  tx: Tx,
  organizationId: string,
  signalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (signalIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('intent_signal')
    .select(['id', 'intent_signal'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(signalIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.intent_signal]))
}
