import type { Tx } from '../platform/db.ts'
import { selectSignals } from './signal-store.ts'

/** The wordings of the project's signals, oldest first. */
export async function listWordings(tx: Tx, organizationId: string, projectId: string): Promise<string[]> {
  return (await selectSignals(tx, organizationId, projectId)).map((signal) => signal.intentSignal)
}
