import { setImmediate } from 'node:timers/promises'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createTurns } from '@leadlight/engine/embedding/turns'
import { isSameBrief, planBrief } from '@leadlight/engine/plan/brief'
import type { NewPost } from '../matching/kept-posts.ts'
import { postText } from '@leadlight/engine/language/post-text'
import { voicesOf } from '@leadlight/engine/index/prefilter'
import { indexedSignal, type IndexedSignal } from '@leadlight/engine/index/reverse-index'
import { createSharedIndex } from '@leadlight/engine/index/shared-index'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { createKnownSignals } from './known-signals.ts'
import { selectMonitoredSignals, type MonitoredSignal } from './monitor-store.ts'
import { selectChangedProjects, selectVersion } from './state-store.ts'
import { selectListening } from './watch-store.ts'

const READ_AT_ONCE = 64
/** With more changed projects than this, everything is read again. */
const CHANGED_MAX = 1_000

type SaidPost = Pick<NewPost, 'title' | 'text' | 'postedAt'>

export interface SignalAudience {
  signal: MonitoredSignal
  rank: number
}

/** What is listened for at one version: which signals to judge a post from a watch for. */
export interface IndexView {
  version: number
  /** For each post. Leaves out signals whose monitoring, or whose project's listening, began after the post. */
  match(
    watchId: string,
    posts: readonly { post: SaidPost; vector: Uint8Array | undefined }[],
  ): Promise<SignalAudience[][]>
  /** For each post, whether it has a word that any signal is about. */
  sharesWords(texts: readonly string[]): Promise<boolean[]>
}

/** All monitored signals in this process's memory, kept up to date from the database. */
export interface LiveIndex {
  /** The index as of now. Earlier views then answer the same as the latest, except for their version. */
  current(): Promise<IndexView>
}

interface Contents {
  version: number
  /** Of these projects only, or undefined for all. */
  projectIds: readonly string[] | undefined
  signals: MonitoredSignal[]
  listening: Map<string, ReadonlyMap<string, Date>>
}

/** An index that the first call fills and later calls update with what changed. */
export function createLiveIndex({ db, embedder }: Pick<MonitoringDependencies, 'db' | 'embedder'>): LiveIndex {
  let index = createSharedIndex()
  let known = createKnownSignals()
  let version = -1
  /** A call during a refresh waits and refreshes again: the running one may have begun before the caller's change. */
  const turns = createTurns(1)

  async function refresh(): Promise<void> {
    if (index.isLost()) await beginAnew()
    const fresh = await db.transaction(monitoringScope(), (tx) => selectContents(tx, version))
    if (fresh) await take(fresh)
  }

  async function beginAnew(): Promise<void> {
    await index.close()
    index = createSharedIndex()
    known = createKnownSignals()
    version = -1
  }

  async function take({ projectIds, signals, listening, version: at }: Contents): Promise<void> {
    const there = new Set(signals.map(({ id }) => id))
    for (const id of known.idsOf(projectIds)) {
      if (there.has(id)) continue
      index.remove(id)
      known.remove(id)
    }
    const reworded = signals.filter((signal) => {
      const before = known.get(signal.id)
      return !before || !isSameBrief(before, signal)
    })
    for (let from = 0; from < reworded.length; from += READ_AT_ONCE) {
      const some = reworded.slice(from, from + READ_AT_ONCE)
      index.put(await readSignals(embedder, some))
      for (const signal of some) known.put(signal)
      // Yields between batches, however many signals there are.
      await setImmediate()
    }
    for (const signal of signals) known.put(signal)
    known.setListening(projectIds, listening)
    version = at
  }

  async function match(watchId: string, posts: Parameters<IndexView['match']>[1]): Promise<SignalAudience[][]> {
    const matches = await index.match(posts.map(({ post, vector }) => ({ text: postText(post), vector })))
    return posts.map(({ post: { postedAt } }, at) =>
      (matches[at] ?? []).flatMap(({ id, rank }) => {
        const signal = known.find(id, { watchId, postedAt })
        return signal ? [{ signal, rank }] : []
      }),
    )
  }

  return {
    async current() {
      await turns.take(refresh)
      return { version, match, sharesWords: (texts) => index.sharesWords(texts) }
    },
  }
}

/** What changed since a version, or everything where that is unknown; undefined where nothing did. */
async function selectContents(tx: Tx, since: number): Promise<Contents | undefined> {
  const version = await selectVersion(tx)
  if (version === since) return undefined
  const changed = since < 0 ? undefined : await selectChangedProjects(tx, { after: since, to: version })
  const projectIds = changed && changed.length <= CHANGED_MAX ? changed : undefined
  const signals = await selectMonitoredSignals(tx, projectIds)
  return { version, projectIds, signals, listening: await selectListening(tx, projectIds) }
}

/** Reads signals into the index's form. */
async function readSignals(embedder: Embedder, signals: readonly MonitoredSignal[]): Promise<IndexedSignal[]> {
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
