import type { Backtest, BacktestedPost } from '@leadlight/contract/signal-help'
import { toCredits } from '@leadlight/domain/credits'
import { leadLevel } from '@leadlight/domain/scoring'
import { backtest, judgeAll, type BacktestResult, type Outcome } from '../matching/backtest.ts'
import { planBrief } from '@leadlight/engine/plan/brief'
import { judgingPrice, mostForOne, priceInWords } from '../matching/judging-price.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import type { Plan } from '@leadlight/engine/plan/plan'
import { presentPreviewed } from '../matching/present-previewed.ts'
import { siftPosts } from '../matching/sift-posts.ts'
import { BACKTEST_DAYS } from '../matching/stored-posts.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireIntent } from '../../core/signals/require-signal.ts'
import { changedBrief, type BriefChange } from './update-signal.ts'

const SHOWN_MAX = 30
const TOO_FAR = 'It would no longer come near enough to the signal to be judged.'

interface BacktestRequest {
  projectId: string
  id: string
  change: BriefChange
  signal: AbortSignal
}

/** What a change to a signal would gain and lose among collected posts, and the cost of judging them again. Free. */
export async function backtestSignal(
  deps: SearchingDependencies,
  actor: Actor,
  { change, signal, ...ids }: BacktestRequest,
): Promise<Backtest> {
  const { organizationId } = actor
  const saved = await deps.db.transaction(organizationScope(organizationId), (tx) => requireIntent(tx, actor, ids))
  const brief = changedBrief(saved, change)
  const budget = saved.searchBudget
  const { projectId, id: signalId } = ids
  const result = await backtest(deps, { organizationId, projectId, signalId, brief, budget, signal })
  const plans = { changed: planBrief(brief), saved: planBrief(saved) }
  const present = (outcomes: readonly Outcome[]) => presentBest(deps, plans, { outcomes, signal })
  return {
    days: BACKTEST_DAYS,
    seen: result.seen,
    judged: result.judged,
    matched_before: result.matchedBefore,
    matched_after: result.matchedBefore + result.gained.length - result.lost.length,
    gained: await present(result.gained),
    lost: await present(result.lost),
    changed: await present(result.changed),
    credits: toCredits(result.judged * mostForOne(judgingPrice(deps))),
    why: explainPrice(deps, result),
    out_of_reach: result.outOfReach,
    note: noteOf(deps),
  }
}

interface Plans {
  changed: Plan
  saved: Plan
}

/** The best of them as shown; of lost matches, those that matched best. */
async function presentBest(
  deps: SearchingDependencies,
  plans: Plans,
  { outcomes, signal }: { outcomes: readonly Outcome[]; signal: AbortSignal },
): Promise<Backtest['gained']> {
  const worth = ({ before, verdict }: Outcome) => before?.score ?? verdict?.score ?? 0
  const best = outcomes.toSorted((a, b) => worth(b) - worth(a)).slice(0, SHOWN_MAX)
  const unjudged = best.filter(({ verdict }) => !verdict).map(({ post }) => post)
  const explained = await judgeAll(deps, plans.changed, { posts: unjudged, signal })
  const judgementOf = new Map(explained.map(({ post, judgement }) => [post.id, judgement]))
  const unseen = await findUnseen(deps, plans.saved, { outcomes: best, signal })
  const posts = best.flatMap((outcome): BacktestedPost[] => {
    const { post, before } = outcome
    const judgement = outcome.verdict?.judgement ?? judgementOf.get(post.id)
    if (!judgement) return []
    // The judge would keep this post but was never asked, so its reasons for it would mislead.
    const isTooFar = outcome.verdict === undefined && judgement.keep
    return [
      {
        ...presentPreviewed(post, judgement, outcome.verdict?.score),
        ...(isTooFar ? { reason: TOO_FAR } : {}),
        lead_id: before?.leadId ?? null,
        before: before?.score == null ? null : { score: before.score, level: leadLevel(before.score) },
        is_only_unseen: unseen.has(post.id),
      },
    ]
  })
  return { count: outcomes.length, posts }
}

/** Posts that do not match now although the saved signal would keep them too. */
async function findUnseen(
  deps: SearchingDependencies,
  saved: Plan,
  { outcomes, signal }: { outcomes: readonly Outcome[]; signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  const posts = outcomes.filter(({ before }) => before?.score == null).map(({ post }) => post)
  if (posts.length === 0) return new Set()
  const near = new Set((await siftPosts(deps, saved, posts)).filter(({ passed }) => passed).map(({ postId }) => postId))
  const judged = await judgeAll(deps, saved, { posts: posts.filter(({ id }) => near.has(id)), signal })
  return new Set(judged.filter(({ judgement }) => judgement.keep).map(({ post }) => post.id))
}

/** Said where saving also asks a large model, which a backtest does not. */
function noteOf({ reader }: SearchingDependencies): string | null {
  if (!reader) return null
  return `Judged by the built-in model alone. Saving also has ${reader.name} read the posts that it is not sure of.`
}

function explainPrice(deps: SearchingDependencies, { seen, judged, outOfReach }: BacktestResult): string {
  const prices = judgingPrice(deps)
  if (seen === 0) return `No posts of the last ${BACKTEST_DAYS} days are stored, so there is nothing to judge again.`
  const near = `${judged} of ${seen} collected posts ${judged === 1 ? 'comes' : 'come'} near enough to be judged`
  if (mostForOne(prices) === 0) return `${near} again.`
  const each = `${near} again, ${priceInWords(prices, deps, ' each')}`
  if (outOfReach === 0) return `${each}.`
  return `${each}; for ${outOfReach} more neither the signal's budget nor the balance is enough, and they stay as they are.`
}
