import { affordable, type Millicredits } from '@leadlight/domain/credits'
import { leadLevel } from '@leadlight/domain/scoring'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { lockedBalance } from '../../core/billing/ledger.ts'
import { findRepeated } from '../../workspace/leads/find-repeated.ts'
import { findSignalMatches, type SignalMatch } from '../../workspace/leads/find-signal-matches.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findAdjust } from '../learning/adjust-judgement.ts'
import { judgingPrice, mostForOne } from './judging-price.ts'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import { dropRepeats } from './drop-repeats.ts'
import { createDuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import type { MatchingDependencies } from './matching-dependencies.ts'
import type { Plan } from '@leadlight/engine/plan/plan'
import { selectPosts, type KeptPost } from '../../core/posts/posts.ts'
import { toJudgedInput } from './record-verdicts.ts'
import { createSifter, type Sifted } from './sift-posts.ts'
import { selectStoredPostIds } from './stored-posts.ts'

const POSTS_PER_SIFT = 256
const POSTS_PER_ROUND = 64

type BacktestDependencies = Pick<
  MatchingDependencies,
  'clock' | 'db' | 'embedder' | 'judge' | 'judgedPostPrice' | 'ledger' | 'platformSources' | 'reader' | 'suppression'
>

export interface BacktestOrder {
  organizationId: string
  projectId: string
  signalId: string
  brief: Brief
  budget: Millicredits | null
  signal: AbortSignal
}

/** What happens to one post. Without a verdict it is too far from the brief to be judged. */
export interface Outcome {
  post: KeptPost
  before: SignalMatch | undefined
  verdict: Verdict | undefined
}

/** The judge's verdict on a post, and the score from 0 to 100 after the signal's feedback. */
export interface Verdict {
  judgement: Judgement
  score: number
  keep: boolean
}

export interface BacktestResult {
  seen: number
  judged: number
  outOfReach: number
  gained: Outcome[]
  lost: Outcome[]
  changed: Outcome[]
  matchedBefore: number
}

/**
 * Runs the stored posts of the last 30 days through the same steps as a re-analysis under the brief, and writes only
 * posts' vectors. What it reports as gained and lost is what saving and judging again brings about.
 */
export async function backtest(deps: BacktestDependencies, order: BacktestOrder): Promise<BacktestResult> {
  const { posts, matches, repeated, balance, adjust } = await readStored(deps, order)
  const plan = planBrief(order.brief)
  const { once, far } = await siftStored(deps, plan, { posts, repeated, signal: order.signal })
  const passed = posts
    .map((post, position) => ({ post, position, rank: rankOf(once.get(post.id)) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0) || a.position - b.position)
    .map(({ post }) => post)
  const count = affordable(passed.length, mostForOne(judgingPrice(deps)), { balance, budgetLeft: order.budget })
  // Read again: their vectors may be new, and the signal's feedback applies to vectors.
  const chosen = await readAgain(deps, order, passed.slice(0, count))
  const judged = await judgeAll(deps, plan, { posts: chosen, signal: order.signal })
  const outcomes = [
    ...judged.map(({ post, judgement }) => ({
      post,
      before: matches.get(post.id),
      verdict: { judgement, ...adjust(judgement, post, relevanceWeights.threshold) },
    })),
    ...posts
      .filter(({ id }) => far.has(id))
      .map((post) => ({ post, before: matches.get(post.id), verdict: undefined })),
  ].filter(({ before }) => before?.isSettled !== true)
  return {
    seen: posts.length,
    judged: count,
    outOfReach: passed.length - count,
    matchedBefore: [...matches.values()].filter(({ score }) => score !== null).length,
    gained: outcomes.filter((one) => isKept(one) && !isMatched(one)),
    lost: outcomes.filter((one) => !isKept(one) && isMatched(one)),
    changed: outcomes.filter((one) => isKept(one) && isMatched(one) && levelBefore(one) !== levelAfter(one)),
  }
}

/** Judges a few posts at a time, so that an abort is noticed between them. */
export async function judgeAll(
  deps: Pick<MatchingDependencies, 'judge'>,
  plan: Plan,
  { posts, signal }: { posts: readonly KeptPost[]; signal: AbortSignal },
): Promise<{ post: KeptPost; judgement: Judgement }[]> {
  const judged: { post: KeptPost; judgement: Judgement }[] = []
  for (let at = 0; at < posts.length; at += POSTS_PER_ROUND) {
    signal.throwIfAborted()
    const round = posts.slice(at, at + POSTS_PER_ROUND)
    const judgements = await deps.judge.judge(plan, round.map(toJudgedInput))
    for (const [i, post] of round.entries()) {
      const judgement = judgements[i]
      if (judgement) judged.push({ post, judgement })
    }
  }
  return judged
}

async function readStored(deps: BacktestDependencies, order: BacktestOrder) {
  return deps.db.transaction(organizationScope(order.organizationId), async (tx) => {
    const postIds = await selectStoredPostIds(tx, deps, order)
    return {
      posts: await withoutSuppressed(tx, deps.suppression, { ...order, posts: await selectPosts(tx, postIds) }),
      matches: await findSignalMatches(tx, order, postIds),
      repeated: await findRepeated(tx, order.organizationId, { ...order, postIds }),
      balance: await lockedBalance(tx, deps.ledger, order.organizationId),
      adjust: await findAdjust(tx, order),
    }
  })
}

function readAgain(deps: BacktestDependencies, order: BacktestOrder, posts: readonly KeptPost[]): Promise<KeptPost[]> {
  const ids = posts.map(({ id }) => id)
  return deps.db.transaction(organizationScope(order.organizationId), (tx) => selectPosts(tx, ids))
}

/** Sifts as a search does: what passes, each conversation once, and what is too far off. */
async function siftStored(
  deps: BacktestDependencies,
  plan: Plan,
  {
    posts,
    repeated,
    signal,
  }: { posts: readonly KeptPost[]; repeated: ReadonlyMap<string, string>; signal: AbortSignal },
): Promise<{ once: ReadonlyMap<string, Sifted>; far: ReadonlySet<string> }> {
  const passed = createDuplicateIndex()
  const once = new Map<string, Sifted>()
  const far = new Set<string>()
  const sift = await createSifter(deps, plan)
  for (let at = 0; at < posts.length; at += POSTS_PER_SIFT) {
    signal.throwIfAborted()
    const some = posts.slice(at, at + POSTS_PER_SIFT)
    const sifted = await sift(some)
    for (const verdict of sifted) if (!verdict.passed) far.add(verdict.postId)
    for (const verdict of dropRepeats(some, sifted, { passed, repeated }).once) once.set(verdict.postId, verdict)
  }
  return { once, far }
}

/** Rounded as the database stores it, which orders by it. */
function rankOf(verdict: Sifted | undefined): number | undefined {
  return verdict?.passed === true ? Math.fround(verdict.rank) : undefined
}

function isKept({ verdict }: Outcome): boolean {
  return verdict?.keep === true
}

function isMatched({ before }: Outcome): boolean {
  return before !== undefined && before.score !== null
}

function levelBefore({ before }: Outcome): string | undefined {
  return before?.score == null ? undefined : leadLevel(before.score)
}

function levelAfter({ verdict }: Outcome): string | undefined {
  return verdict && leadLevel(verdict.score)
}
