import { settleHold } from '../billing/ledger.ts'
import { fillWithNewLeads } from '../columns/fill-with-new-leads.ts'
import { announce } from '../events/announce.ts'
import { countUnreadLeads } from '../leads/count-unread-leads.ts'
import { recordLeads } from '../leads/record-leads.ts'
import { withdrawMatches } from '../leads/withdraw-matches.ts'
import type { Tx } from '../platform/db.ts'
import { organizationScope } from '../platform/scopes.ts'
import { lockSignalFirst } from '../signals/lock-signal.ts'
import { findHeldBatch, moveCandidates, saveJudgements } from './candidate-store.ts'
import { describeSearch } from './describe-search.ts'
import { batchKey } from './hold-batch.ts'
import type { Judgement } from './judgement.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { planSignal } from './plan.ts'
import { selectPosts, type KeptPost } from './post-store.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'

/**
 * Judges the posts of a batch that is paid for, then writes verdicts, leads, the charge and the news of them in one
 * transaction. Posts that vanished meanwhile are not charged.
 */
export async function judgeBatch(
  deps: MatchingDependencies,
  step: { search: SearchRow; batch: number; postIds: readonly string[] },
): Promise<void> {
  const scope = organizationScope(step.search.organizationId)
  const posts = await deps.db.transaction(scope, (tx) => selectPosts(tx, step.postIds))
  const judgements = await deps.judge.judge(planSignal(step.search.intentSignal), posts.map(toJudged))
  await deps.checkpoint('judged')
  await deps.db.transaction(scope, async (tx) => {
    await lockSignalFirst(tx, step.search.organizationId, step.search.signalId)
    const search = await lockSearch(tx, step.search.organizationId, step.search.id)
    if (!search) return
    const held = await findHeldBatch(tx, search)
    if (held?.batch !== step.batch) return
    await record(tx, deps, search, { ...step, posts, judgements })
  })
}

function toJudged(post: KeptPost) {
  return {
    title: post.title,
    text: post.text,
    platform: post.platform,
    kind: post.kind,
    url: post.url,
    community: post.community?.name ?? null,
  }
}

async function record(
  tx: Tx,
  deps: MatchingDependencies,
  search: SearchRow,
  batch: { batch: number; postIds: readonly string[]; posts: KeptPost[]; judgements: Judgement[] },
): Promise<void> {
  const now = deps.clock.now()
  const verdicts = batch.posts.flatMap((post, i) => {
    const judgement = batch.judgements[i]
    return judgement ? [{ post, judgement, score: Math.round(judgement.score * 100) }] : []
  })
  await saveJudgements(
    tx,
    search,
    verdicts.map(({ post, judgement, score }) => ({
      postId: post.id,
      score,
      kept: judgement.keep,
      model: judgement.modelVersion,
    })),
    now,
  )
  const place = { organizationId: search.organizationId, projectId: search.projectId, signalId: search.signalId }
  const kept = verdicts.filter(({ judgement }) => judgement.keep)
  const found = kept.map(({ post, judgement, score }) => ({
    post,
    score,
    reason: judgement.reason,
    evidence: judgement.evidence,
    model: judgement.modelVersion,
  }))
  const { recorded, matched } = await recordLeads(tx, { ...place, now, newId: deps.newId }, found)
  const rejected = verdicts.filter(({ judgement }) => !judgement.keep).map(({ post }) => post)
  const lost = await withdrawMatches(tx, place, rejected)
  await fillWithNewLeads(tx, deps, { ...place, leadIds: recorded })
  const used = search.price * verdicts.length
  const charged = await settleHold(tx, deps.ledger, search.organizationId, { key: batchKey(search, batch.batch), used })
  await moveCandidates(tx, search, { postIds: batch.postIds, from: 'held', to: 'judged', batch: batch.batch })
  await updateSearch(tx, search, {
    judged: search.judged + verdicts.length,
    kept: search.kept + kept.length,
    spent: search.spent + charged,
    gained: search.gained + recorded.length + matched,
    lost: search.lost + lost,
  })
  await tell(tx, deps, search, recorded)
}

async function tell(tx: Tx, deps: MatchingDependencies, search: SearchRow, leadIds: string[]): Promise<void> {
  const { organizationId, projectId } = search
  const now = deps.clock.now()
  const described = await describeSearch(tx, deps, organizationId, search.id)
  await announce(tx, organizationId, { projectId, payload: { type: 'search', search: described }, now })
  if (leadIds.length === 0) return
  const unread = (await countUnreadLeads(tx, organizationId, [projectId])).get(projectId) ?? 0
  const payload = { type: 'leads' as const, search_id: search.id, lead_ids: leadIds, unread_count: unread }
  await announce(tx, organizationId, { projectId, payload, now })
}
