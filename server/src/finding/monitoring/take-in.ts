import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import type { ChannelPost } from '../../channels/channel.ts'
import { toNewPost } from '../matching/collect-page.ts'
import { findVectors, keepPosts, type NewPost } from '../matching/kept-posts.ts'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { insertArrivals, type Arrival } from './arrival-store.ts'
import { judgeWaitingJob } from './judge-job.ts'
import type { SignalAudience, IndexView } from './live-index.ts'
import type { MonitoredSignal } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { lockVersion } from './state-store.ts'

const EMBEDDED_AT_ONCE = 16

/** Posts that came through a watch, read and matched against every monitored signal, and not yet written down. */
export interface Intake {
  /** The version of what is listened for that they were matched with. */
  version: number
  posts: readonly MatchedPost[]
}

/** A post with its vector, packed; `isNew` where that is yet to be kept. */
export interface EmbeddedPost {
  post: NewPost
  vector: Uint8Array
  isNew: boolean
}

/** A post with the signals it is near to. */
export interface MatchedPost extends EmbeddedPost {
  matches: readonly SignalAudience[]
}

/** A post that was kept because it is near to a signal, and waits to be judged for it. */
export interface Arrived {
  signal: MonitoredSignal
  post: ArrivedPost
}

/** A post with the vector it was matched by. */
export type ArrivedPost = NewPost & { vector: Uint8Array; vectorModel: string }

/** Reads and matches posts: the slow part, outside of any transaction. A vector that is kept already is not made again. */
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

/** Makes the posts' vectors a few at a time, so that others come in between; what is kept already is not looked up. */
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

/** Matches posts against what every project that listens to the watch is listening for by now. */
export async function matchArrivals(
  deps: MonitoringDependencies,
  watchId: string,
  read: readonly EmbeddedPost[],
): Promise<Intake> {
  return matchWith(await deps.liveIndex.current(), watchId, read)
}

/** The same by what is listened for as far as this process knows. */
export async function matchWith(view: IndexView, watchId: string, read: readonly EmbeddedPost[]): Promise<Intake> {
  const { version } = view
  const matches = await view.match(watchId, read)
  return { version, posts: read.map((one, index) => ({ ...one, matches: matches[index] ?? [] })) }
}

/** The version that an intake was matched with is no longer the present one: it has to be read again. */
export class StaleIntake extends Error {
  override readonly name = 'StaleIntake'
  override readonly message = 'What is listened for kept changing while posts were being matched.'
}

/**
 * Writes an intake down in the caller's transaction, of the monitoring scope: the posts, and for each signal that one is
 * near to, that it waits to be judged, for which judges are woken. Throws `StaleIntake` where what is listened for has
 * changed meanwhile; until the transaction ends it cannot.
 */
export async function keepArrivals(
  tx: Tx,
  deps: MonitoringDependencies,
  intake: Intake,
  { lookId }: { lookId: string },
): Promise<void> {
  if ((await lockVersion(tx)) !== intake.version) throw new StaleIntake()
  const { waiting } = await keepNear(tx, deps, intake.posts, { lookId })
  await wakeJudgesOf(tx, deps, waiting)
}

/**
 * The same for posts matched with the version that the transaction holds; those that are near to no signal are let go. No
 * judge is woken for what the caller is to judge `atOnce`, which is answered: posts of signals for which nothing is being
 * judged, and that do not wait for money.
 */
export async function keepMatching(
  tx: Tx,
  deps: MonitoringDependencies,
  { posts }: Pick<Intake, 'posts'>,
  { lookId, atOnce }: { lookId: string; atOnce: boolean },
): Promise<Arrived[]> {
  const matching = posts.filter(({ matches }) => matches.length > 0)
  if (matching.length === 0) return []
  const { near, waiting } = await keepNear(tx, deps, matching, { lookId })
  const free = waiting.filter(({ isFree }) => atOnce && isFree)
  const left = waiting.filter((one) => !free.includes(one))
  await wakeJudgesOf(tx, deps, left)
  const keys = new Set(free.map(({ signalId, postId }) => `${signalId} ${postId}`))
  return near.filter(({ signal, post }) => keys.has(`${signal.id} ${post.id}`))
}

async function keepNear(
  tx: Tx,
  deps: MonitoringDependencies,
  posts: readonly MatchedPost[],
  { lookId }: { lookId: string },
) {
  const now = deps.clock.now()
  const read = posts.map(({ post, vector, isNew }) => ({ post, vector: isNew ? vector : undefined }))
  const ids = await keepPosts(tx, read, { model: deps.embedder.model, now })
  const near = posts.flatMap(({ post, vector, matches }, index) => {
    const id = ids[index]
    if (id === undefined) return []
    const kept = { ...post, id, vector, vectorModel: deps.embedder.model }
    return matches.map(({ signal, rank }) => ({ signal, rank, post: kept }))
  })
  return { near, waiting: await insertArrivals(tx, near.map(toArrival), { lookId, now }) }
}

function toArrival({ signal, rank, post }: Arrived & { rank: number }): Arrival {
  const { organizationId, projectId, id: signalId } = signal
  return { organizationId, projectId, signalId, postId: post.id, rank }
}

/** In one order, so that two who wake several wait for each other instead of locking up. */
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
