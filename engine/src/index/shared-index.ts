import { availableParallelism } from 'node:os'
import type { MatchedText } from './index-worker.ts'
import { startIndexThread, type IndexThread } from './index-thread.ts'
import { createReverseIndex, type IndexedSignal, type ReverseMatch } from './reverse-index.ts'

/** So many signals are compared with a post in less time than it takes to ask a thread. */
const OWN_MAX = 20_000
const THREADS_MAX = 4
/** A thread is begun when those before it hold so many: each that is asked may be waited for. */
const PER_THREAD = 200_000

/** The reverse index over threads that the machine has to spare, once it holds more than some thousand signals. */
export interface SharedIndex {
  /** Adds signals, each in the place of an earlier one of its id. */
  put(signals: readonly IndexedSignal[]): void
  remove(id: string): void
  /** For each post the matching signals, in no particular order, by all that was put and removed before. */
  match(posts: readonly MatchedText[]): Promise<ReverseMatch[][]>
  /** For each text, whether it holds a word of any signal's subject. */
  sharesWords(texts: readonly string[]): Promise<boolean[]>
  /** A part of it is gone: it has to be filled anew. */
  isLost(): boolean
  close(): Promise<void>
}

interface Options {
  /** How many signals are held in the caller's own thread before others are started. */
  ownMax?: number
  /** And in each of these, before there are as many as can be and they share the rest. */
  perThread?: number
  threads?: number
}

/**
 * The first signals are matched where they are asked about; the others lie on threads, each of which compares its
 * part with a post at the same time.
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

/** One is left to this thread, and one to the database where it runs beside us. */
function threadsToSpare(): number {
  return Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1))
}
