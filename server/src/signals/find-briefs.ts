import type { Brief } from '../matching/brief.ts'
import type { Tx } from '../platform/db.ts'
import { selectSignals } from './signal-store.ts'

/** What was said of each of the project's signals, by their ids, oldest first. */
export async function findBriefs(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, Brief>> {
  const signals = await selectSignals(tx, organizationId, projectId)
  return new Map(signals.map((signal) => [signal.id, signal]))
}
