import { packVector } from '../ai/vector-bytes.ts'
import type { ChannelPost } from '../channels/channel.ts'
import { toNewPost } from '../matching/collect-page.ts'
import { findVectors, keepPosts, type NewPost } from '../matching/kept-posts.ts'
import { embeddedText } from '../matching/sift-posts.ts'
import type { Tx } from '../platform/db.ts'
import { monitoringScope } from '../platform/scopes.ts'
import { insertArrivals, type Arrival } from './arrival-store.ts'
import { judgeWaitingJob } from './judge-job.ts'
import type { HeardBy, IndexView } from './live-index.ts'
import type { MonitoredSignal } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { holdVersion } from './state-store.ts'

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
  matches: readonly HeardBy[]
}

/** A post that was kept because it is near to a signal, and waits to be judged for it. */
export interface Arrived {
  signal: MonitoredSignal
  post: NewPost
}

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
export async function embedAnew(
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
}

/**
 * Writes an intake down in the caller's transaction, of the monitoring scope: the posts, and for each signal that one is
 * near to, that it waits to be judged. Throws `StaleIntake` where what is listened for has changed meanwhile; until the
 * transaction ends it cannot. With `onlyMatching`, posts that are near to no signal are let go. Judges are woken, but for what
 * the caller judges `atOnce`, which is answered: posts of signals that nothing else is paid for and that do not wait for money.
 */
export async function keepArrivals(
  tx: Tx,
  deps: MonitoringDependencies,
  intake: Intake,
  { lookId, onlyMatching = false, atOnce = false }: { lookId: string; onlyMatching?: boolean; atOnce?: boolean },
): Promise<Arrived[]> {
  if ((await holdVersion(tx)) !== intake.version) throw new StaleIntake()
  const now = deps.clock.now()
  const kept = onlyMatching ? intake.posts.filter(({ matches }) => matches.length > 0) : intake.posts
  const ids = await keepPosts(
    tx,
    kept.map(({ post, vector, isNew }) => ({ post, vector: isNew ? vector : undefined })),
    { model: deps.embedder.model, now },
  )
  const near = kept.flatMap(({ post, matches }, index) => {
    const id = ids[index]
    return id === undefined ? [] : matches.map(({ signal, rank }) => ({ signal, rank, post: { ...post, id } }))
  })
  const waiting = await insertArrivals(tx, near.map(toArrival), { lookId, now })
  await wakeJudges(tx, deps, atOnce ? waiting.filter(({ isFree }) => !isFree) : waiting)
  if (!atOnce) return []
  const free = new Set(waiting.flatMap((one) => (one.isFree ? [`${one.signalId} ${one.postId}`] : [])))
  return near.filter(({ signal, post }) => free.has(`${signal.id} ${post.id}`))
}

function toArrival({ signal, rank, post }: Arrived & { rank: number }): Arrival {
  const { organizationId, projectId, id: signalId } = signal
  return { organizationId, projectId, signalId, postId: post.id, rank }
}

/** In one order, so that two who wake several wait for each other instead of locking up. */
async function wakeJudges(
  tx: Tx,
  { jobs }: Pick<MonitoringDependencies, 'jobs'>,
  waiting: readonly Pick<Arrival, 'organizationId'>[],
): Promise<void> {
  const organizationIds = new Set(waiting.map(({ organizationId }) => organizationId))
  for (const organizationId of [...organizationIds].toSorted()) {
    await jobs.enqueue(tx, judgeWaitingJob, { organizationId }, { key: organizationId })
  }
}
