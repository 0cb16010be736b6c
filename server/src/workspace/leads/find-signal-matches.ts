import type { Tx } from '../../platform/db.ts'
import { selectSignalMatches } from './match-store.ts'

/** Whether and how a signal matches a lead. */
export interface SignalMatch {
  leadId: string
  /** Null where the signal does not match the lead. */
  score: number | null
  /** Whether somebody has added or removed the match: no verdict changes that. */
  isSettled: boolean
}

/** How a signal matches the project's leads of these posts, by post. */
export async function findSignalMatches(
  tx: Tx,
  signal: { organizationId: string; projectId: string; signalId: string },
  postIds: readonly string[],
): Promise<Map<string, SignalMatch>> {
  const rows = await selectSignalMatches(tx, signal, postIds)
  return new Map(rows.map(({ postId, ...match }) => [postId, match]))
}
