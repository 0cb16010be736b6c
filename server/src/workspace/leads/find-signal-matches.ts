import type { Tx } from '../../platform/db.ts'
import { selectSignalMatches } from './match-store.ts'

/** How a signal stands to a lead. */
export interface SignalMatch {
  leadId: string
  /** Null where the signal does not match the lead. */
  score: number | null
  /** Whether somebody said that it matches, or that it does not: no verdict changes that. */
  isSettled: boolean
}

/** How a signal stands to the project's leads of these posts, by post. */
export async function findSignalMatches(
  tx: Tx,
  signal: { organizationId: string; projectId: string; signalId: string },
  postIds: readonly string[],
): Promise<Map<string, SignalMatch>> {
  const rows = await selectSignalMatches(tx, signal, postIds)
  return new Map(rows.map(({ postId, ...match }) => [postId, match]))
}
