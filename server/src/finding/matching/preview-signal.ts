import type { SignalPreview } from '@leadlight/contract/signals'
import type { NamePreview } from '@leadlight/contract/watched-names'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { sampleForSignal, type SampleDependencies, type SampleOrder } from './sample-for-signal.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import type { Plan } from '@leadlight/engine/plan/plan'
import { selectPosts, selectRecentPosts, type KeptPost } from '../../core/posts/posts.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { pickAsked } from '../learning/pick-asked.ts'
import { judgeKept, type Judged } from './judge-kept.ts'
import { nearestHeld } from './nearest-held.ts'
import { presentPreviewed } from './present-previewed.ts'
import { siftPosts } from './sift-posts.ts'

type PreviewDependencies = SampleDependencies & Pick<MatchingDependencies, 'archive' | 'embedder' | 'judge' | 'reader'>

const NEAREST_MAX = 300
/**
 * Beside the nearest of all, the archive may not know the newest yet; a process without one looks at more of them, and so
 * does a preview of names, as the archive knows no part of a word.
 */
const NEWEST_MAX = 200
const NEWEST_WITHOUT_ARCHIVE_MAX = 3_000
const JUDGED_MAX = 96
const SHOWN_MAX = 20
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * What a signal would catch among posts already collected and those fetched now from every source. Free: only the posts
 * themselves are saved, noting for whom they were read.
 */
export async function previewSignal(
  deps: PreviewDependencies,
  actor: Actor,
  order: SampleOrder,
): Promise<SignalPreview> {
  const { plan, since, until, channels, posts } = await gatherPreviewed(deps, actor, order)
  const judged = await judgeBest(deps, plan, posts)
  order.signal.throwIfAborted()
  const caught = judged.filter(({ judgement }) => judgement.keep)
  const asked = pickAsked(judged)
  return {
    seen: posts.length,
    judged: judged.length,
    caught: caught.length,
    posts: caught.slice(0, SHOWN_MAX).map(presentAskable),
    near_misses: asked.filter(({ judgement }) => !judgement.keep).map(presentAskable),
    ask_about: asked.map(({ post }) => post.id),
    per_day: perDay(caught, since, until),
    channels,
    note: noteOf(deps),
  }
}

/**
 * The newest posts that hold an expression of names, of those already collected and of those fetched now. Free: only the
 * posts themselves are saved, noting for whom they were read.
 */
export async function previewNames(deps: PreviewDependencies, actor: Actor, order: SampleOrder): Promise<NamePreview> {
  const { plan, since, until, channels, posts } = await gatherPreviewed(deps, actor, order)
  const judged = await judgeKept(deps, plan, posts)
  const matched = judged
    .filter(({ judgement, post }) => judgement.keep && post.postedAt >= since)
    .toSorted((a, b) => b.post.postedAt.getTime() - a.post.postedAt.getTime())
  return {
    seen: posts.length,
    matched: matched.length,
    posts: matched.slice(0, SHOWN_MAX).map(presentAskable),
    per_day: perDay(matched, since, until),
    channels,
  }
}

/** The posts that a preview looks at. */
async function gatherPreviewed(deps: PreviewDependencies, actor: Actor, order: SampleOrder) {
  const { organizationId } = actor
  const { plan, since, until, postIds, channels, off } = await sampleForSignal(deps, actor, order)
  const project = { organizationId, projectId: order.projectId }
  const held = await nearestHeld(deps, plan, { ...project, since, limit: NEAREST_MAX, signal: order.signal })
  const posts = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const isRanked = held.length > 0 && order.kind === 'intent'
    const limit = isRanked ? NEWEST_MAX : NEWEST_WITHOUT_ARCHIVE_MAX
    const newest = await selectRecentPosts(tx, { project, since, limit, without: off })
    const known = new Set(newest.map((post) => post.id))
    const others = [...new Set([...held, ...postIds])].filter((id) => !known.has(id))
    const read = [...newest, ...(await selectPosts(tx, others))]
    return withoutSuppressed(tx, deps.suppression, { organizationId, posts: read })
  })
  return { plan, since, until, channels, posts }
}

function noteOf({ reader }: PreviewDependencies): string | null {
  if (!reader) return null
  return `Judged by the built-in model alone. A search also has ${reader.name} read the posts that it is not sure of.`
}

function presentAskable({ post, judgement }: Judged) {
  return { ...presentPreviewed(post, judgement), post_id: post.id }
}

/** The posts likeliest to be kept, judged, the best first. */
async function judgeBest(deps: PreviewDependencies, plan: Plan, posts: readonly KeptPost[]): Promise<Judged[]> {
  const sifted = await siftPosts(deps, plan, posts)
  const rankOf = new Map(sifted.map(({ postId, passed, rank }) => [postId, passed ? rank : -Infinity]))
  const best = posts
    .filter((post) => (rankOf.get(post.id) ?? -Infinity) > -Infinity)
    .toSorted((a, b) => (rankOf.get(b.id) ?? 0) - (rankOf.get(a.id) ?? 0))
    .slice(0, JUDGED_MAX)
  const judged = await judgeKept(deps, plan, best)
  return judged.toSorted((a, b) => b.judgement.score - a.judgement.score)
}

function perDay(caught: readonly Judged[], since: Date, until: Date): SignalPreview['per_day'] {
  const counts = new Map<string, number>()
  for (let ms = since.getTime(); ms <= until.getTime(); ms += DAY_MS) counts.set(dayOf(new Date(ms)), 0)
  for (const { post } of caught) {
    const day = dayOf(post.postedAt)
    if (counts.has(day)) counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, caught: count }))
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
