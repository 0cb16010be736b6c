import { availableParallelism } from 'node:os'
import type { MatchedText } from './index-worker.ts'
import { startIndexThread, type IndexThread } from './index-thread.ts'
import { createReverseIndex, type IndexedSignal, type ReverseMatch } from './reverse-index.ts'

/** Comparing so many signals with a post takes less time than asking a thread. */
const OWN_MAX = 20_000
const THREADS_MAX = 4
/** A thread is started when those before it hold so many: every match waits for each of them. */
const PER_THREAD = 200_000

/** The reverse index over the machine's spare threads, once it holds more than some thousand signals. */
export interface SharedIndex {
  /** Adds signals, each replacing the one with its id. */
  put(signals: readonly IndexedSignal[]): void
  remove(id: string): void
  /** For each post the matching signals, in no particular order, from everything put and removed before. */
  match(posts: readonly MatchedText[]): Promise<ReverseMatch[][]>
  /** For each text, whether it holds a word of any signal's subject. */
  sharesWords(texts: readonly string[]): Promise<boolean[]>
  /** True once a part of it has died: it must be filled again. */
  isLost(): boolean
  close(): Promise<void>
}

interface Options {
  /** How many signals the caller's own thread holds before others are started. */
  ownMax?: number
  /** The same for each further thread; at the limit of threads they share the rest. */
  perThread?: number
  threads?: number
}

/**
 * The first signals are matched in the caller's thread; the others are spread over threads, which compare their parts
 * with a post at the same time.
 */
export function createSharedIndex({
  ownMax = OWN_MAX,
  perThread = PER_THREAD,
  threads = threadsToSpare(),
}: Options = {}): SharedIndex {
  const own = createReverseIndex()
  const others: { thread: IndexThread; size: number }[] = []
  const placeOf = new Map<string, (typeof others)[number]>()
  let isLost = false

  function remove(id: string): void {
    own.remove(id)
    const place = placeOf.get(id)
    if (!place) return
    place.thread.remove(id)
    place.size -= 1
    placeOf.delete(id)
  }

  function placeWithRoom(): (typeof others)[number] {
    const open = others.find(({ size }) => size < perThread)
    if (open) return open
    if (others.length < threads) {
      const begun = { thread: startIndexThread(() => (isLost = true)), size: 0 }
      others.push(begun)
      return begun
    }
    return others.reduce((least, other) => (other.size < least.size ? other : least))
  }

  function put(signals: readonly IndexedSignal[]): void {
    const orders = new Map<(typeof others)[number], IndexedSignal[]>()
    for (const signal of signals) {
      remove(signal.id)
      if (own.size < ownMax) own.put(signal)
      else {
        const place = placeWithRoom()
        place.size += 1
        placeOf.set(signal.id, place)
        orders.set(place, [...(orders.get(place) ?? []), signal])
      }
    }
    for (const [{ thread }, part] of orders) thread.put(part)
  }

  return {
    put,
    remove,
    async match(posts) {
      if (posts.length === 0) return []
      const asked = others.map(({ thread }) => thread.match(posts))
      const here = posts.map(({ text, vector }) => own.match(text, vector))
      const answers = await Promise.all(asked)
      return here.map((found, at) => [...found, ...answers.flatMap((answer) => answer[at] ?? [])])
    },
    async sharesWords(texts) {
      if (texts.length === 0) return []
      const asked = others.map(({ thread }) => thread.sharesWords(texts))
      const here = texts.map((text) => own.sharesWords(text))
      const answers = await Promise.all(asked)
      return here.map((shares, at) => shares || answers.some((answer) => answer[at] === true))
    },
    isLost: () => isLost,
    async close() {
      await Promise.all(others.map(({ thread }) => thread.stop()))
    },
  }
}

/** One is left to this thread, and one to the database where it runs on the same machine. */
function threadsToSpare(): number {
  return Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1))
}
