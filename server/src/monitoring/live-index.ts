import { setImmediate } from 'node:timers/promises'
import type { Embedder } from '../ai/embedder.ts'
import { createTurns } from '../ai/turns.ts'
import type { NewPost } from '../matching/kept-posts.ts'
import { planSignal } from '../matching/plan.ts'
import { postText } from '../matching/post-text.ts'
import { voicesOf } from '../matching/prefilter.ts'
import type { IndexedSignal, ReverseMatch } from '../matching/reverse-index.ts'
import { createSharedIndex } from '../matching/shared-index.ts'
import { readTerms } from '../matching/words.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { monitoringScope } from '../platform/scopes.ts'
import { selectMonitoredSignals, type MonitoredSignal } from './monitor-store.ts'
import { selectVersion } from './state-store.ts'
import { selectListeners } from './watch-store.ts'

/** Clocks differ, and platforms round their times. */
const LEEWAY_MS = 2 * 60_000
const READ_AT_ONCE = 500

type SaidPost = Pick<NewPost, 'title' | 'text' | 'postedAt'>

export interface HeardBy {
  signal: MonitoredSignal
  rank: number
}

/** What is listened for as it was at one version: which signals a post that came through a watch is to be judged for. */
export interface IndexView {
  version: number
  /** For each post. What was said before its project listened there, or the signal was monitored, is not for a signal. */
  match(watchId: string, posts: readonly { post: SaidPost; vector: Uint8Array | undefined }[]): Promise<HeardBy[][]>
  /** For each post, whether it holds a word that any signal is about. */
  sharesWords(texts: readonly string[]): Promise<boolean[]>
}

/** All monitored signals in this process's memory, kept up to date from the database. */
export interface LiveIndex {
  /** The index as of now. A later view makes an earlier one answer as it does, but for the version. */
  current(): Promise<IndexView>
}

interface Contents {
  version: number
  signals: MonitoredSignal[]
  listeners: Map<string, Map<string, Date>>
}

/** An index that is filled by the first who asks, and from then on only takes in what changed. */
export function createLiveIndex({ db, embedder }: Pick<MatchingDependencies, 'db' | 'embedder'>): LiveIndex {
  let index = createSharedIndex()
  const known = new Map<string, MonitoredSignal>()
  let listeners = new Map<string, Map<string, Date>>()
  let version = -1
  /** Those who ask while somebody reads wait for that and read again: it may have begun before what they ask about. */
  const turns = createTurns(1)

  async function refresh(): Promise<void> {
    if (index.isLost()) await beginAnew()
    const fresh = await db.transaction(monitoringScope(), async (tx): Promise<Contents | undefined> => {
      const now = await selectVersion(tx)
      if (now === version) return undefined
      return { version: now, signals: await selectMonitoredSignals(tx), listeners: await selectListeners(tx) }
    })
    if (fresh) await take(fresh)
  }

  async function beginAnew(): Promise<void> {
    await index.close()
    index = createSharedIndex()
    known.clear()
    version = -1
  }

  async function take(fresh: Contents): Promise<void> {
    const there = new Set(fresh.signals.map(({ id }) => id))
    for (const id of known.keys()) if (!there.has(id)) forget(id)
    const reworded = fresh.signals.filter(({ id, intentSignal }) => known.get(id)?.intentSignal !== intentSignal)
    for (let at = 0; at < reworded.length; at += READ_AT_ONCE) {
      const some = reworded.slice(at, at + READ_AT_ONCE)
      index.put(await readSignals(embedder, some))
      for (const signal of some) known.set(signal.id, signal)
      // Others have their turn between, however many signals there are.
      await setImmediate()
    }
    for (const signal of fresh.signals) known.set(signal.id, signal)
    listeners = fresh.listeners
    version = fresh.version
  }

  function forget(id: string): void {
    index.remove(id)
    known.delete(id)
  }

  async function match(watchId: string, posts: Parameters<IndexView['match']>[1]): Promise<HeardBy[][]> {
    const projects = listeners.get(watchId)
    if (!projects) return posts.map(() => [])
    const matches = await index.match(posts.map(({ post, vector }) => ({ text: postText(post), vector })))
    return posts.map(({ post }, at) => (matches[at] ?? []).flatMap((found) => heard(found, projects, post.postedAt)))
  }

  function heard(found: ReverseMatch, projects: ReadonlyMap<string, Date>, postedAt: Date): HeardBy[] {
    const signal = known.get(found.id)
    const since = signal && projects.get(signal.projectId)
    if (!since) return []
    const from = Math.max(since.getTime(), signal.since.getTime()) - LEEWAY_MS
    return postedAt.getTime() >= from ? [{ signal, rank: found.rank }] : []
  }

  return {
    async current() {
      await turns.take(refresh)
      return { version, match, sharesWords: (texts) => index.sharesWords(texts) }
    },
  }
}

/** Reads wordings as the index holds them. */
async function readSignals(embedder: Embedder, signals: readonly MonitoredSignal[]): Promise<IndexedSignal[]> {
  const plans = signals.map(({ intentSignal }) => planSignal(intentSignal))
  const voices = plans.map(voicesOf)
  const vectors = await embedder.embed(voices.flat())
  let at = 0
  return signals.map(({ id }, i) => {
    const own = vectors.slice(at, at + (voices[i]?.length ?? 0))
    at += own.length
    return { id, subject: readTerms(plans[i]?.subject ?? ''), voices: own }
  })
}
