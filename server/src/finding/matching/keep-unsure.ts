import { POSSIBLE_FROM, UNSURE_FROM } from '@leadlight/domain/scoring'
import { planBrief } from '@leadlight/engine/plan/brief'
import { selectPosts } from '../../core/posts/posts.ts'
import { lockSignal } from '../../core/signals/signals.ts'
import { recordLeads } from '../../people/prospects/record-leads.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { fillWithNewLeads } from '../../workspace/filling/fill-with-new-leads.ts'
import { hasLeads } from '../../workspace/leads/has-leads.ts'
import type { FoundLead } from '../../workspace/leads/keep-leads.ts'
import { selectBestRejected } from '../judgements/judgements.ts'
import { findSaid } from '../learning/find-said.ts'
import { findOriginals, gatherCopies } from './gather-copies.ts'
import { judgeKept } from './judge-kept.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { announceLeads } from './record-verdicts.ts'
import type { SearchRow } from './search-store.ts'

const NONE = { recorded: 0, matched: 0 }
const SHOWN_MAX = 5
/** Some of the best are unwanted, refused or gone. */
const READ_MAX = 20

/**
 * The best few that a search rejected, where nothing passed: none that is unwanted, or of which somebody said that it
 * does not fit. They are judged again, for their reasons and evidence; their scores stay. Not to be called inside a transaction.
 */
export async function findUnsure(deps: MatchingDependencies, search: SearchRow): Promise<FoundLead[]> {
  const { rejected, posts } = await deps.db.transaction(organizationScope(search.organizationId), async (tx) => {
    const best = await selectBestRejected(tx, search, { from: UNSURE_FROM, below: POSSIBLE_FROM, limit: READ_MAX })
    const ids = best.map(({ postId }) => postId)
    const said = await findSaid(tx, search, ids)
    return {
      rejected: best.filter(({ postId }) => said.get(postId) !== false),
      posts: new Map((await selectPosts(tx, ids)).map((post) => [post.id, post])),
    }
  })
  const judged = await judgeKept(
    deps,
    planBrief(search),
    rejected.flatMap(({ postId }) => posts.get(postId) ?? []),
  )
  const judgements = new Map(judged.map(({ post, judgement }) => [post.id, judgement]))
  return rejected
    .flatMap(({ postId, score, base, model }) => {
      const [post, judgement] = [posts.get(postId), judgements.get(postId)]
      if (!post || !judgement || judgement.isUnwanted === true) return []
      const { reason, evidence, conditions } = judgement
      return [{ post, score, base, reason, evidence, conditions, model, isUnsure: true }]
    })
    .slice(0, SHOWN_MAX)
}

/**
 * Records them as leads of a signal that has none, and tells the project's own users alone. Returns how many leads
 * are new to the project, and how many it had. The caller has locked the signal, then the search.
 */
export async function keepUnsure(
  tx: Tx,
  deps: MatchingDependencies,
  search: SearchRow,
  found: readonly FoundLead[],
): Promise<{ recorded: number; matched: number }> {
  const { organizationId, projectId, signalId } = search
  const signal = await lockSignal(tx, organizationId, { projectId, id: signalId })
  if (found.length === 0 || signal?.revision !== search.revision) return NONE
  if (await hasLeads(tx, { organizationId, signalId })) return NONE
  const now = deps.clock.now()
  const ids = { organizationId, projectId, signalId }
  const postIds = found.map(({ post }) => post.id)
  const gathered = await gatherCopies(tx, ids, { found, originals: await findOriginals(tx, ids, postIds) })
  const { newId, suppression } = deps
  const { recorded, matched } = await recordLeads(tx, { ...ids, now, newId, suppression }, gathered)
  await fillWithNewLeads(tx, deps, { ...ids, leadIds: recorded })
  await announceLeads(tx, { ...ids, searchId: search.id, leadIds: recorded, now, isUnsure: true })
  return { recorded: recorded.length, matched: matched.length }
}

/** Says it, after what else there is to say of the search. */
export function sayUnsure(note: string | null, shown: number): string | null {
  if (shown === 0) return note
  const best = shown === 1 ? 'The best one is shown as unsure.' : `The best ${shown} are shown as unsure.`
  return [note, `Nothing passed. ${best}`].filter(Boolean).join(' ')
}
