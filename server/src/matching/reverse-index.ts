import { packVector, unpackVector } from '../ai/vector-bytes.ts'
import { coverage } from './bm25.ts'
import { createNearestVoices } from './nearest-voice.ts'
import type { Plan } from './plan.ts'
import { prefilteredTerms, voicesOf, weigh } from './prefilter.ts'
import { avoidance, inFirstNames, isKeptOut, readWordRules, type WordRules } from './word-rules.ts'
import { wordStatistics } from './word-statistics.ts'
import { readTerms } from './words.ts'

/** A signal as the index holds it: its subject's terms and the unit vectors of its three voices. */
export interface IndexedSignal {
  id: string
  subject: readonly string[]
  voices: readonly Float32Array[]
  /** What its plan says beyond that; left out where it says no more. */
  rules?: WordRules
}

/** A plan as the index holds it; `vectors` are those of its voices, and then of what it avoids. */
export function indexedSignal(id: string, plan: Plan, vectors: readonly Float32Array[]): IndexedSignal {
  const voices = voicesOf(plan).length
  const rules = readWordRules(plan, vectors.slice(voices))
  return { id, subject: readTerms(plan.subject), voices: vectors.slice(0, voices), rules }
}

const NO_RULES: WordRules = { secondNames: [], excluded: [], avoids: [] }

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
  /** The matching signals, in no particular order. The vector is packed; without one words alone decide. */
  match(text: string, vector: Uint8Array | undefined): ReverseMatch[]
  /** Whether the post holds a word of any signal's subject. */
  sharesWords(text: string): boolean
}

/** An empty index. Words are looked up from the post's side; meaning is compared with every signal. */
export function createReverseIndex(): ReverseIndex {
  const signals: Omit<IndexedSignal, 'voices'>[] = []
  const slotOf = new Map<string, number>()
  const byTerm = new Map<string, Set<string>>()
  const voices = createNearestVoices()

  function remove(id: string): void {
    const slot = slotOf.get(id)
    const signal = slot === undefined ? undefined : signals[slot]
    if (slot === undefined || !signal) return
    for (const term of termsOf(signal)) {
      const holders = byTerm.get(term)
      holders?.delete(id)
      if (holders?.size === 0) byTerm.delete(term)
    }
    slotOf.delete(id)
    voices.removeBySwap(slot)
    const last = signals.pop()
    if (!last || last.id === id) return
    signals[slot] = last
    slotOf.set(last.id, slot)
  }

  function put({ voices: own, ...signal }: IndexedSignal): void {
    const { id } = signal
    remove(id)
    const slot = signals.push(signal) - 1
    slotOf.set(id, slot)
    voices.set(slot, own.map(packVector))
    for (const term of termsOf(signal)) byTerm.set(term, (byTerm.get(term) ?? new Set()).add(id))
  }

  function match(text: string, vector: Uint8Array | undefined): ReverseMatch[] {
    const terms = prefilteredTerms(text)
    const sharing = new Set<string>()
    for (const term of terms.counts.keys()) for (const id of byTerm.get(term) ?? []) sharing.add(id)
    const nearness = vector ? voices.nearest(vector) : () => 0
    const found: ReverseMatch[] = []
    for (let slot = 0; slot < signals.length; slot++) {
      const near = nearness(slot)
      const signal = signals[slot]
      // By far most are neither near nor share a word.
      if (!signal || !(weigh(0, near).passed || sharing.has(signal.id))) continue
      const { subject, rules = NO_RULES } = signal
      const said = inFirstNames(terms, rules.secondNames)
      const words = sharing.has(signal.id) ? coverage(wordStatistics, subject, said) : 0
      const { passed, rank } = weigh(words, near)
      if (!passed || isKeptOut(rules.excluded, text, terms)) continue
      const exact = vector && rules.avoids.length > 0 ? unpackVector(vector) : undefined
      found.push({ id: signal.id, rank: rank - avoidance(rules.avoids, exact) })
    }
    return found
  }

  return {
    get size() {
      return signals.length
    },
    put,
    remove,
    match,
    sharesWords: (text) => [...prefilteredTerms(text).counts.keys()].some((term) => byTerm.has(term)),
  }
}

/** Every term by which a post may share words with the signal. */
function termsOf({ subject, rules = NO_RULES }: Omit<IndexedSignal, 'voices'>): Set<string> {
  return new Set([...subject, ...rules.secondNames.flatMap(({ terms }) => terms)])
}
