import type { Tx } from '../platform/db.ts'
import { findSignalText } from './signal-store.ts'

/** The wording of a signal; a missing one is a bug, since searches and matches hold on to their signals. */
export async function getSignalText(tx: Tx, organizationId: string, signalId: string): Promise<string> {
  const text = await findSignalText(tx, organizationId, signalId)
  if (text === undefined) throw new Error(`Signal ${signalId} is gone`)
  return text
}
