import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'
import { summaryOf } from './lead-summary.ts'
import { selectBestMatches } from './match-store.ts'
import { lockRescored, selectScored, setMatchScores, setSummaries, type ScoredMatch } from './score-store.ts'

export interface Rescoring {
  /** The last lead of the batch before. */
  after: string
  limit: number
  scoreOf: (match: ScoredMatch) => number
}

/**
 * Corrects the scores of the signal's next matches, except those made by people, and updates their leads. The caller
 * has locked the signal. Returns the leads whose match changed its score, and the lead to continue after; undefined
 * where none is left.
 */
export async function rescoreMatches(
  tx: Tx,
  ids: OfSignal,
  { after, limit, scoreOf }: Rescoring,
): Promise<{ changed: string[]; last: string | undefined }> {
  const matches = await selectScored(tx, ids, { after, limit })
  const changes = matches.flatMap((match) => {
    const score = scoreOf(match)
    return score === match.score ? [] : [{ leadId: match.leadId, score }]
  })
  const leadIds = changes.map(({ leadId }) => leadId)
  if (changes.length > 0) {
    const posts = await lockRescored(tx, ids.organizationId, leadIds)
    await setMatchScores(tx, ids, changes)
    const best = await selectBestMatches(tx, ids.organizationId, leadIds)
    await setSummaries(
      tx,
      ids.organizationId,
      posts.map(({ leadId, ...post }) => ({ leadId, ...summaryOf(post, best.get(leadId)) })),
    )
  }
  return { changed: leadIds, last: matches.length < limit ? undefined : matches.at(-1)?.leadId }
}
