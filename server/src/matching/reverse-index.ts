import { coverage } from './bm25.ts'
import { prefilteredTerms, weigh } from './prefilter.ts'
import { wordStatistics } from './word-statistics.ts'

/** A signal as the index holds it: its subject's terms and the unit vectors of its voices, all of one length. */
export interface IndexedSignal {
  id: string
  subject: readonly string[]
  voices: readonly Float32Array[]
}

export interface ReverseMatch {
  id: string
  /** As `Prefiltered.rank`. */
  rank: number
}

/**
 * All monitored signals, asked the other way round: which of them does this post deserve to be judged for? Answers what
 * the prefilter would answer signal by signal.
 */
export interface ReverseIndex {
  readonly size: number
  /** Adds a signal, in the place of an earlier one of its id. */
  put(signal: IndexedSignal): void
  remove(id: string): void
  /** The matching signals, in no particular order. Without a vector words alone decide. */
  match(text: string, vector: Float32Array | undefined): ReverseMatch[]
  /** Whether the post holds a word of any signal's subject. */
  sharesWords(text: string): boolean
}

interface Slot {
  signal: IndexedSignal
  /** Its voices one after another, so that comparing runs over one stretch of memory. */
  vectors: Float32Array
}

/** An empty index. Words are looked up from the post's side; meaning is compared with every signal. */
export function createReverseIndex(): ReverseIndex {
  const slots = new Map<string, Slot>()
  const byTerm = new Map<string, Set<string>>()

  function remove(id: string): void {
    const slot = slots.get(id)
    if (!slot) return
    slots.delete(id)
    for (const term of slot.signal.subject) {
      const holders = byTerm.get(term)
      holders?.delete(id)
      if (holders?.size === 0) byTerm.delete(term)
    }
  }

  function put(signal: IndexedSignal): void {
    remove(signal.id)
    slots.set(signal.id, { signal, vectors: joined(signal.voices) })
    for (const term of signal.subject) {
      const holders = byTerm.get(term) ?? new Set()
      byTerm.set(term, holders.add(signal.id))
    }
  }

  function match(text: string, vector: Float32Array | undefined): ReverseMatch[] {
    const terms = prefilteredTerms(text)
    const sharing = new Set<string>()
    for (const term of terms.counts.keys()) for (const id of byTerm.get(term) ?? []) sharing.add(id)
    const found: ReverseMatch[] = []
    for (const id of vector ? slots.keys() : sharing) {
      const slot = slots.get(id)
      if (!slot) continue
      const words = sharing.has(id) ? coverage(wordStatistics, slot.signal.subject, terms) : 0
      const { passed, rank } = weigh(words, vector ? nearest(slot.vectors, vector) : 0)
      if (passed) found.push({ id, rank })
    }
    return found
  }

  return {
    get size() {
      return slots.size
    },
    put,
    remove,
    match,
    sharesWords: (text) => [...prefilteredTerms(text).counts.keys()].some((term) => byTerm.has(term)),
  }
}

function joined(voices: readonly Float32Array[]): Float32Array {
  const length = voices[0]?.length ?? 0
  const vectors = new Float32Array(length * voices.length)
  for (const [index, voice] of voices.entries()) vectors.set(voice, index * length)
  return vectors
}

/** The greatest of the cosines between a unit vector and each of those that lie one after another. */
function nearest(vectors: Float32Array, vector: Float32Array): number {
  let best = -1
  for (let start = 0; start < vectors.length; start += vector.length) {
    let sum = 0
    for (let at = 0; at < vector.length; at++) sum += (vectors[start + at] ?? 0) * (vector[at] ?? 0)
    if (sum > best) best = sum
  }
  return best
}
