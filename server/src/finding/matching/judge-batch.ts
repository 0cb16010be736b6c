import { settleReservation } from '../../core/billing/ledger.ts'
import { recordOpinions } from '../opinions/record-opinions.ts'
import { secondOpinion, type SecondOpinions } from '../opinions/second-opinion.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockSignalFirst } from '../../core/signals/signals.ts'
import { planBrief } from '@leadlight/engine/plan/brief'
import { announceSearch } from './announce-search.ts'
import { findReservedBatch, moveCandidates } from './candidate-store.ts'
import { batchKey } from './reserve-batch.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { selectPosts, type KeptPost } from '../../core/posts/posts.ts'
import { announceLeads, recordVerdicts, toJudgedInput } from './record-verdicts.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'

/**
 * Judges a batch that is paid for, then writes verdicts, leads, the charge and their events in one transaction. Posts
 * that vanished meanwhile are not charged.
 */
export async function judgeBatch(
  deps: MatchingDependencies,
  step: { search: SearchRow; batch: number; postIds: readonly string[]; signal: AbortSignal },
): Promise<void> {
  const scope = organizationScope(step.search.organizationId)
  const posts = await deps.db.transaction(scope, (tx) => selectPosts(tx, step.postIds))
  const { organizationId, projectId, signalId, revision } = step.search
  const plan = planBrief(step.search)
  const inputs = posts.map((post) => ({ id: post.id, input: toJudgedInput(post), stored: post }))
  const judgements = await deps.judge.judge(
    plan,
    inputs.map(({ input }) => input),
  )
  const of = { organizationId, projectId, signalId, revision }
  const asking = { ...of, plan, posts: inputs, judgements, signal: step.signal }
  const second = await secondOpinion(deps, asking)
  await deps.checkpoint('judged')
  await deps.db.transaction(scope, async (tx) => {
    await lockSignalFirst(tx, step.search.organizationId, step.search.signalId)
    const search = await lockSearch(tx, step.search.organizationId, step.search.id)
    if (!search) return
    const held = await findReservedBatch(tx, search)
    if (held?.batch !== step.batch) return
    await record(tx, deps, search, { ...step, posts, second })
  })
}

async function record(
  tx: Tx,
  deps: MatchingDependencies,
  search: SearchRow,
  batch: { batch: number; postIds: readonly string[]; posts: KeptPost[]; second: SecondOpinions },
): Promise<void> {
  const { judged, kept, recorded, gained, lost } = await recordVerdicts(tx, deps, search, {
    posts: batch.posts,
    judgements: batch.second.judgements,
  })
  await recordOpinions(tx, deps, { ...search, searchId: search.id }, batch.second)
  const used = search.price * judged + search.modelPrice * batch.second.read
  const charged = await settleReservation(tx, deps.ledger, search.organizationId, {
    key: batchKey(search, batch.batch),
    used,
  })
  await moveCandidates(tx, search, { postIds: batch.postIds, from: 'held', to: 'judged', batch: batch.batch })
  await updateSearch(tx, search, {
    judged: search.judged + judged,
    kept: search.kept + kept,
    newLeads: search.newLeads === null ? null : search.newLeads + recorded.length,
    spent: search.spent + charged,
    gained: search.gained + gained,
    lost: search.lost + lost,
  })
  await tell(tx, deps, search, recorded)
}

async function tell(tx: Tx, deps: MatchingDependencies, search: SearchRow, leadIds: string[]): Promise<void> {
  const { organizationId, projectId } = search
  const now = deps.clock.now()
  await announceSearch(tx, deps, search)
  await announceLeads(tx, { organizationId, projectId, searchId: search.id, leadIds, now })
}
