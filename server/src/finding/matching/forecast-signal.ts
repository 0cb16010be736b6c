import type { SignalForecast } from '@leadlight/contract/signal-help'
import {
  FORECAST_DAYS_MAX,
  forecastSentence,
  forecastWeek,
  type Forecast,
  type ObservedDay,
  type PartlyJudged,
} from '@leadlight/domain/forecast'
import { createDuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { planBrief } from '@leadlight/engine/plan/brief'
import type { Plan } from '@leadlight/engine/plan/plan'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { KeptPost } from '../../core/posts/posts.ts'
import { archivedPosts, drawEvenly, type ArchivedPosts } from './archived-posts.ts'
import { judgeAll } from './backtest.ts'
import { hitsOfSearch } from './hits-of-search.ts'
import { dropRepeats } from './drop-repeats.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { presentPreviewed } from './present-previewed.ts'
import { requireSearchable } from './require-searchable.ts'
import type { SampleOrder } from './sample-for-signal.ts'
import { createSifter } from './sift-posts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Fewer days say little of the coming week. */
const DAYS_MIN = 28
const POSTS_PER_SIFT = 256
const SHOWN_MAX = 10

/** Of posts near the signal, so many of the nearest are judged, and so many of the others, to know what those hold. */
const BEST_JUDGED = 72
const OTHERS_JUDGED = 24

type ForecastDependencies = Pick<
  MatchingDependencies,
  'archive' | 'clock' | 'db' | 'embedder' | 'judge' | 'suppression'
>

/**
 * How many leads a signal is likely to bring in the coming week, from posts already collected. Free: nothing is fetched,
 * and only posts' vectors are saved.
 */
export async function forecastSignal(
  deps: ForecastDependencies,
  actor: Actor,
  { projectId, days: asked, signal, ...brief }: SampleOrder,
): Promise<SignalForecast> {
  const { organizationId } = actor
  const now = deps.clock.now()
  const span = Math.min(FORECAST_DAYS_MAX, Math.max(DAYS_MIN, asked))
  const since = new Date(now.getTime() - span * DAY_MS)
  const hits = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    requireSearchable(brief, 'body.intent_signal')
    return hitsOfSearch(tx, { organizationId, projectId, brief, now })
  })
  const plan = planBrief(brief)
  const archived = await archivedPosts(deps, { organizationId, projectId, plan, since, until: now, signal })
  const near = await nearest(deps, plan, { posts: archived.posts, signal })
  const { judged, strata } = await judgeSome(deps, plan, { near, share: archived.share, signal })
  const kept = judged.filter(({ judgement }) => judgement.keep)
  const days = countDays(archived, kept, now)
  const best = kept.toSorted((a, b) => b.judgement.score - a.judgement.score).slice(0, SHOWN_MAX)
  return {
    ...presentForecast(forecastWeek({ days, near: strata, ...(hits && { hits }) })),
    days: days.length,
    collected: archived.posts.length,
    judged: judged.length,
    kept: kept.length,
    posts: best.map(({ post, judgement }) => presentPreviewed(post, judgement)),
  }
}

function presentForecast(forecast: Forecast): Pick<SignalForecast, 'sentence' | 'leads_a_week' | 'cannot_tell'> {
  const sentence = forecastSentence(forecast)
  if (forecast.kind === 'cannot_tell') return { sentence, leads_a_week: null, cannot_tell: forecast.gap }
  return { sentence, leads_a_week: { low: forecast.low, high: forecast.high }, cannot_tell: null }
}

/** The posts near enough to be judged, nearest first, each conversation once. */
async function nearest(
  deps: ForecastDependencies,
  plan: Plan,
  { posts, signal }: { posts: readonly KeptPost[]; signal: AbortSignal },
): Promise<KeptPost[]> {
  const known = { passed: createDuplicateIndex(), repeated: new Map<string, string>() }
  const ranked: { post: KeptPost; rank: number }[] = []
  const sift = await createSifter(deps, plan)
  for (let at = 0; at < posts.length; at += POSTS_PER_SIFT) {
    signal.throwIfAborted()
    const some = posts.slice(at, at + POSTS_PER_SIFT)
    const { once } = dropRepeats(some, await sift(some), known)
    for (const [index, { passed, rank }] of once.entries()) {
      const post = some[index]
      if (post && passed) ranked.push({ post, rank })
    }
  }
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ post }) => post)
}

interface Judged {
  post: KeptPost
  judgement: Judgement
}

/** Judges the nearest posts and some of the others. `share` is how many of all posts at hand were gone through. */
async function judgeSome(
  deps: ForecastDependencies,
  plan: Plan,
  { near, share, signal }: { near: readonly KeptPost[]; share: number; signal: AbortSignal },
): Promise<{ judged: Judged[]; strata: PartlyJudged[] }> {
  const best = near.slice(0, BEST_JUDGED)
  const others = near.slice(BEST_JUDGED)
  const judged: Judged[] = []
  const strata: PartlyJudged[] = []
  for (const [posts, of] of [
    [best, best],
    [drawEvenly(others, OTHERS_JUDGED), others],
  ] as const) {
    const own = await judgeAll(deps, plan, { posts, signal })
    const kept = own.filter(({ judgement }) => judgement.keep).length
    strata.push({ posts: of.length / share, judged: own.length, kept })
    judged.push(...own)
  }
  return { judged, strata }
}

/** The posts and leads of each whole day up to now, oldest first. */
function countDays({ writtenAt, since }: ArchivedPosts, kept: readonly Judged[], now: Date): ObservedDay[] {
  const daysBefore = (instant: Date) => Math.floor((now.getTime() - instant.getTime()) / DAY_MS)
  const days = Array.from({ length: daysBefore(since) }, () => ({ posts: 0, leads: 0 }))
  const dayOf = (instant: Date) => days.at(-1 - Math.max(0, daysBefore(instant)))
  for (const instant of writtenAt) {
    const day = dayOf(instant)
    if (day) day.posts += 1
  }
  for (const { post } of kept) {
    const day = dayOf(post.postedAt)
    if (day) day.leads += 1
  }
  return days
}
