import type { Embedder } from '../ai/embedder.ts'
import { isSameBrief, planBrief } from '../matching/brief.ts'
import type { NewPost } from '../matching/kept-posts.ts'
import { postText } from '../matching/post-text.ts'
import { voicesOf } from '../matching/prefilter.ts'
import { createReverseIndex, indexedSignal, type IndexedSignal, type ReverseMatch } from '../matching/reverse-index.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { monitoringScope } from '../platform/scopes.ts'
import { selectMonitoredSignals, type MonitoredSignal } from './monitor-store.ts'
import { selectVersion } from './state-store.ts'
import { selectListeners } from './watch-store.ts'

/** Clocks differ, and platforms round their times. */
const LEEWAY_MS = 2 * 60_000

type SaidPost = Pick<NewPost, 'title' | 'text' | 'postedAt'>

interface HeardBy {
  signal: MonitoredSignal
  rank: number
}

/** What is listened for as it was at one version: which signals a post that came through a watch is to be judged for. */
export interface IndexView {
  version: number
  /** What was said before its project listened there, or the signal was monitored, is not for a signal. */
  match(watchId: string, post: SaidPost, vector: Uint8Array | undefined): HeardBy[]
  /** Whether the post holds a word that any signal is about. */
  sharesWords(text: string): boolean
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
  const index = createReverseIndex()
  const known = new Map<string, MonitoredSignal>()
  let listeners = new Map<string, Map<string, Date>>()
  let version = -1

  async function refresh(): Promise<void> {
    const fresh = await db.transaction(monitoringScope(), async (tx): Promise<Contents | undefined> => {
      const now = await selectVersion(tx)
      if (now === version) return undefined
      return { version: now, signals: await selectMonitoredSignals(tx), listeners: await selectListeners(tx) }
    })
    if (fresh) await take(fresh)
  }

  async function take(fresh: Contents): Promise<void> {
    const there = new Set(fresh.signals.map(({ id }) => id))
    for (const id of known.keys()) if (!there.has(id)) forget(id)
    const reworded = fresh.signals.filter((signal) => !isKnown(signal))
    for (const signal of await indexAll(embedder, reworded)) index.put(signal)
    for (const signal of fresh.signals) known.set(signal.id, signal)
    listeners = fresh.listeners
    version = fresh.version
  }

  function isKnown(signal: MonitoredSignal): boolean {
    const before = known.get(signal.id)
    return before !== undefined && isSameBrief(before, signal)
  }

  function forget(id: string): void {
    index.remove(id)
    known.delete(id)
  }

  function heard(match: ReverseMatch, projects: ReadonlyMap<string, Date>, postedAt: Date): HeardBy[] {
    const signal = known.get(match.id)
    const since = signal && projects.get(signal.projectId)
    if (!since) return []
    const from = Math.max(since.getTime(), signal.since.getTime()) - LEEWAY_MS
    return postedAt.getTime() >= from ? [{ signal, rank: match.rank }] : []
  }

  /** Those who ask while somebody reads wait for that and read again: it may have begun before what they ask about. */
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn(work: () => Promise<void>): Promise<void> {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }

  return {
    async current() {
      await inTurn(refresh)
      return {
        version,
        match(watchId, post, vector) {
          const projects = listeners.get(watchId)
          if (!projects) return []
          return index.match(postText(post), vector).flatMap((match) => heard(match, projects, post.postedAt))
        },
        sharesWords: (text) => index.sharesWords(text),
      }
    },
  }
}

async function indexAll(embedder: Embedder, signals: readonly MonitoredSignal[]): Promise<IndexedSignal[]> {
  const plans = signals.map((signal) => ({ id: signal.id, plan: planBrief(signal) }))
  const texts = plans.map(({ plan }) => [...voicesOf(plan), ...plan.avoids])
  const vectors = await embedder.embed(texts.flat())
  let at = 0
  return plans.map(({ id, plan }, i) => {
    const own = vectors.slice(at, at + (texts[i]?.length ?? 0))
    at += own.length
    return indexedSignal(id, plan, own)
  })
}
