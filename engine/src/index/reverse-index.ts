import { unpackVector } from '../embedding/vector-bytes.ts'
import { weightOf } from './carried-weight.ts'
import { gistOf, gistOfAll, nearnessOf } from './gist.ts'
import { createNearGists } from './near-gists.ts'
import type { Plan } from '../plan/plan.ts'
import { createNameIndex } from '../names/name-index.ts'
import { leastProduct, NAMED_RANK, voicesOf, weigh, wordsOfSubject } from './prefilter.ts'
import { createWordIndex } from './word-index.ts'
import { avoidance, isKeptOut, readWordRules, type WordRules } from '../plan/word-rules.ts'
import { postsHolding } from '../language/word-statistics.ts'
import { readTerms } from '../language/words.ts'

/** A signal in the index: its subject's terms and the unit vectors of its voices. */
export interface IndexedSignal {
  id: string
  subject: readonly string[]
  voices: readonly Float32Array[]
  /** The rules its plan adds; absent where there are none. */
  rules?: WordRules
  /** An expression of names, which then stands for all the above. */
  watched?: string
}

/** A plan as an indexed signal; `vectors` are those of its voices, then those of what it avoids. */
export function indexedSignal(id: string, plan: Plan, vectors: readonly Float32Array[]): IndexedSignal {
  if (plan.watched !== undefined) return { id, subject: [], voices: [], watched: plan.watched }
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
 * All monitored signals, for finding which of them a post should be judged for. It gives the same answers as each
 * signal's prefilter.
 */
export interface ReverseIndex {
  readonly size: number
  /** Adds a signal, or replaces the one with its id. The next match knows it. */
  put(signal: IndexedSignal): void
  remove(id: string): void
  /** The matching signals, in no particular order. The vector is packed; without one words alone decide. */
  match(text: string, vector: Uint8Array | undefined): ReverseMatch[]
  /** Whether the post holds a word of any signal's subject. */
  sharesWords(text: string): boolean
}

const LEAST_WITHOUT_WORDS = leastProduct(0)

/** An empty index. Sentences are matched by words and meaning, names by themselves. */
export function createReverseIndex(): ReverseIndex {
  const sentences = createSentenceIndex()
  const names = createNameIndex()
  function remove(id: string): void {
    sentences.remove(id)
    names.remove(id)
  }
  return {
    get size() {
      return sentences.size + names.size
    },
    put(signal) {
      remove(signal.id)
      if (signal.watched === undefined) sentences.put(signal)
      else names.put(signal.id, signal.watched)
    },
    remove,
    match(text, vector) {
      const found = sentences.match(text, vector)
      for (const id of names.match(text)) found.push({ id, rank: NAMED_RANK })
      return found
    },
    sharesWords: (text) => sentences.sharesWords(text) || names.touches(text),
  }
}

/** Words are looked up from the post; for meaning the gists of all signals are scanned. */
function createSentenceIndex(): ReverseIndex {
  const words = createWordIndex({ frequencyOf: postsHolding })
  const gists = createNearGists()
  const slotOf = new Map<string, number>()
  /** By slot: the signal's id, and the weight of all its words. */
  const ids: string[] = []
  const totals: number[] = []
  /** By slot: the share of its words that the current post carries. */
  const shares: number[] = []
  const sharing: number[] = []
  const rulesOf: WordRules[] = []

  function remove(id: string): void {
    const slot = slotOf.get(id)
    if (slot === undefined) return
    words.remove(slot)
    gists.clear(slot)
    slotOf.delete(id)
  }

  function put({ id, subject, voices, rules = NO_RULES }: IndexedSignal): void {
    const plan = wordsOfSubject(subject, rules.secondNames)
    const gist = gistOfAll(voices)
    remove(id)
    const slot = words.put(plan)
    gists.set(slot, gist, LEAST_WITHOUT_WORDS)
    slotOf.set(id, slot)
    ids[slot] = id
    totals[slot] = weightOf(plan.groups)
    shares[slot] = 0
    rulesOf[slot] = rules
  }

  function noteShare(slot: number, carried: number): void {
    shares[slot] = carried / (totals[slot] ?? 1)
    sharing.push(slot)
  }

  function match(text: string, vector: Uint8Array | undefined): ReverseMatch[] {
    const found: ReverseMatch[] = []
    const consider = (slot: number, meaning: number): void => {
      const { passed, rank } = weigh(shares[slot] ?? 0, meaning)
      const { excluded, avoids } = rulesOf[slot] ?? NO_RULES
      if (!passed || isKeptOut(excluded, text)) return
      const exact = vector && avoids.length > 0 ? unpackVector(vector) : undefined
      found.push({ id: ids[slot] ?? '', rank: rank - avoidance(avoids, exact) })
    }
    words.match(text, noteShare)
    if (vector) {
      for (const slot of sharing) gists.setLeast(slot, leastProduct(shares[slot] ?? 0))
      gists.scan(gistOf(unpackVector(vector)), (slot, product) => consider(slot, nearnessOf(product)))
    } else for (const slot of sharing) consider(slot, 0)
    for (const slot of sharing) {
      gists.setLeast(slot, LEAST_WITHOUT_WORDS)
      shares[slot] = 0
    }
    sharing.length = 0
    return found
  }

  return {
    get size() {
      return slotOf.size
    },
    put,
    remove,
    match,
    sharesWords: (text) => words.touches(text),
  }
}
