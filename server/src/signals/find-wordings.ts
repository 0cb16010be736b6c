import type { Tx } from '../platform/db.ts'
import { selectSignals } from './signal-store.ts'

/** The wordings of the project's signals by their ids, oldest first. */
export async function findWordings(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, string>> {
  const signals = await selectSignals(tx, organizationId, projectId)
  return new Map(signals.map(({ id, intentSignal }) => [id, intentSignal]))
}
