import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import type { ChannelPost } from '../../channels/channel.ts'
import type { PostOrigin } from '../../core/posts/post-origin.ts'
import { toNewPost } from '../matching/collect-page.ts'
import { findVectors, keepPosts, type NewPost } from '../matching/kept-posts.ts'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import { findSuppressedPosts } from '../../core/suppression/suppressed-authors.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { insertArrivals, type Arrival } from './arrival-store.ts'
import { judgeWaitingJob } from './judge-job.ts'
import type { SignalAudience, IndexView } from './live-index.ts'
import type { MonitoredSignal } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { lockVersion } from './state-store.ts'
import { selectProjectsOf } from './watch-store.ts'

const EMBEDDED_AT_ONCE = 16
/** Where more listen, somebody is there who may keep any post. */
const LISTENERS_MAX = 1_000

/** Posts from a watch, read and matched against every monitored signal, not yet written. */
export interface Intake {
  /** The version of the index they were matched with. */
  version: number
  posts: readonly MatchedPost[]
}

/** A post with its packed vector; `isNew` where the vector is not stored yet. */
export interface EmbeddedPost {
  post: NewPost
  vector: Uint8Array
  isNew: boolean
}

/** A post with the signals it is near to. */
export interface MatchedPost extends EmbeddedPost {
  matches: readonly SignalAudience[]
}

/** A post stored because it is near a signal, and waiting to be judged for it. */
export interface Arrived {
  signal: MonitoredSignal
  post: ArrivedPost
}

/** A post with the vector it was matched by. */
export type ArrivedPost = NewPost & { vector: Uint8Array; vectorModel: string }

/** Reads and matches posts: the slow part, outside any transaction. Stored vectors are reused. */
export async function readArrivals(
  deps: MonitoringDependencies,
  watchId: string,
  posts: readonly ChannelPost[],
): Promise<Intake> {
  const read = await embedPosts(
    deps,
    posts.map((post) => toNewPost(post, deps.newId())),
  )
  return matchArrivals(deps, watchId, read)
}

/** Makes the posts' vectors a few at a time, so that other work runs in between; stored ones are not looked up. */
export async function embedPostsInBatches(
  deps: Pick<MonitoringDependencies, 'embedder' | 'newId'>,
  posts: readonly ChannelPost[],
): Promise<EmbeddedPost[]> {
  const read: EmbeddedPost[] = []
  for (let from = 0; from < posts.length; from += EMBEDDED_AT_ONCE) {
    const some = posts.slice(from, from + EMBEDDED_AT_ONCE).map((post) => toNewPost(post, deps.newId()))
    const vectors = await deps.embedder.embed(some.map(embeddedText))
    read.push(...some.flatMap((post, i) => (vectors[i] ? [{ post, vector: packVector(vectors[i]), isNew: true }] : [])))
  }
  return read
}

async function embedPosts(deps: MonitoringDependencies, posts: NewPost[]): Promise<EmbeddedPost[]> {
  const { db, embedder } = deps
  if (posts.length === 0) return []
  const kept = await db.transaction(monitoringScope(), (tx) => findVectors(tx, posts, embedder.model))
  const missing = posts.filter((_, index) => kept[index] == null)
  const made = (await embedder.embed(missing.map(embeddedText))).map(packVector)
  return posts.flatMap((post, index) => {
    const before = kept[index]
    const vector = before ?? made.shift()
    return vector ? [{ post, vector, isNew: before == null }] : []
  })
}

/** Matches posts against the signals of every project listening to the watch. */
export async function matchArrivals(
  deps: MonitoringDependencies,
  watchId: string,
  read: readonly EmbeddedPost[],
): Promise<Intake> {
  return matchWith(await deps.liveIndex.current(), watchId, read)
}

/** The same against the index in this process. */
export async function matchWith(view: IndexView, watchId: string, read: readonly EmbeddedPost[]): Promise<Intake> {
  const { version } = view
  const matches = await view.match(watchId, read)
  return { version, posts: read.map((one, index) => ({ ...one, matches: matches[index] ?? [] })) }
}

/** The version an intake was matched with is out of date: it must be read again. */
export class StaleIntake extends Error {
  override readonly name = 'StaleIntake'
  override readonly message = 'What is listened for kept changing while posts were being matched.'
}

/**
 * Writes an intake in the caller's transaction, of the monitoring scope: stores the posts, queues them for each signal
 * they are near to, and wakes the judges. Throws `StaleIntake` where the monitored signals have changed; they cannot
 * until the transaction ends.
 */
export async function keepArrivals(
  tx: Tx,
  deps: MonitoringDependencies,
  intake: Intake,
  from: { watchId: string; pollId: string; origin: PostOrigin },
): Promise<void> {
  if ((await lockVersion(tx)) !== intake.version) throw new StaleIntake()
  const listeners = await selectProjectsOf(tx, from.watchId, { limit: LISTENERS_MAX })
  const posts = await withoutSuppressed(tx, deps, {
    posts: intake.posts,
    listeners: listeners.map(({ organizationId }) => organizationId),
  })
  const { waiting } = await keepNear(tx, deps, posts, from)
  await wakeJudgesOf(tx, deps, waiting)
}

/**
 * The same for posts matched with the locked version; those near no signal are dropped. Returns, without waking a
 * judge, those the caller is to judge `atOnce`: posts of signals with no batch under way and no wait for credits.
 */
export async function keepMatching(
  tx: Tx,
  deps: MonitoringDependencies,
  { posts }: Pick<Intake, 'posts'>,
  { atOnce, ...from }: { pollId: string; origin: PostOrigin; atOnce: boolean },
): Promise<Arrived[]> {
  const found = posts.filter(({ matches }) => matches.length > 0)
  if (found.length === 0) return []
  const matching = await withoutSuppressed(tx, deps, { posts: found, listeners: [] })
  const { near, waiting } = await keepNear(tx, deps, matching, from)
  const free = waiting.filter(({ isFree }) => atOnce && isFree)
  const left = waiting.filter((one) => !free.includes(one))
  await wakeJudgesOf(tx, deps, left)
  const keys = new Set(free.map(({ signalId, postId }) => `${signalId} ${postId}`))
  return near.filter(({ signal, post }) => keys.has(`${signal.id} ${post.id}`))
}

/**
 * Without signals of organizations that the author may not be kept by, and without posts that nobody who listens may
 * keep: `listeners` are the organizations that do beside those of the signals.
 */
async function withoutSuppressed(
  tx: Tx,
  { suppression }: Pick<MonitoringDependencies, 'suppression'>,
  { posts, listeners }: { posts: readonly MatchedPost[]; listeners: readonly string[] },
): Promise<MatchedPost[]> {
  const asked = posts.flatMap((one) => {
    const organizationIds = new Set([...listeners, ...one.matches.map(({ signal }) => signal.organizationId)])
    return [...organizationIds].map((organizationId) => ({ ...one.post, organizationId, one }))
  })
  const suppressed = await findSuppressedPosts(tx, suppression, asked)
  if (suppressed.size === 0) return [...posts]
  const mayKeep = new Map(posts.map((one) => [one, new Set<string>()]))
  for (const [at, { one, organizationId }] of asked.entries()) {
    if (!suppressed.has(at)) mayKeep.get(one)?.add(organizationId)
  }
  return posts.flatMap((one) => {
    const keepers = mayKeep.get(one) ?? new Set()
    if (keepers.size === 0) return []
    return [{ ...one, matches: one.matches.filter(({ signal }) => keepers.has(signal.organizationId)) }]
  })
}

async function keepNear(
  tx: Tx,
  deps: MonitoringDependencies,
  posts: readonly MatchedPost[],
  { pollId, origin }: { pollId: string; origin: PostOrigin },
) {
  const now = deps.clock.now()
  const read = posts.map(({ post, vector, isNew }) => ({ post, vector: isNew ? vector : undefined }))
  const ids = await keepPosts(tx, read, { model: deps.embedder.model, origin, now })
  const near = posts.flatMap(({ post, vector, matches }, index) => {
    const id = ids[index]
    if (id === undefined) return []
    const kept = { ...post, id, vector, vectorModel: deps.embedder.model }
    return matches.map(({ signal, rank }) => ({ signal, rank, post: kept }))
  })
  return { near, waiting: await insertArrivals(tx, near.map(toArrival), { pollId, now }) }
}

function toArrival({ signal, rank, post }: Arrived & { rank: number }): Arrival {
  const { organizationId, projectId, id: signalId } = signal
  return { organizationId, projectId, signalId, postId: post.id, rank }
}

/** In a fixed order, so that two callers who wake several wait for each other instead of deadlocking. */
async function wakeJudgesOf(
  tx: Tx,
  { jobs }: Pick<MonitoringDependencies, 'jobs'>,
  waiting: readonly Pick<Arrival, 'organizationId'>[],
): Promise<void> {
  const organizationIds = new Set(waiting.map(({ organizationId }) => organizationId))
  for (const organizationId of [...organizationIds].toSorted()) {
    await jobs.enqueue(tx, judgeWaitingJob, { organizationId }, { key: organizationId })
  }
}
