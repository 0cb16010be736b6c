import { createPlaceReader } from './place-reader.ts'
import { createPlanStore } from './plan-store.ts'
import { createPostingLists, ENTRY_LENGTH, GUARDS_MAX } from './posting-lists.ts'
import { createPostWords, EVERYWHERE, NOWHERE, takePost, type PostWords } from './post-words.ts'
import { createVocabulary } from './vocabulary.ts'
import { anchorsOf, compilePlan, guardsOf, rarestTerms, type CompiledPlan, type WordPlan } from './word-plan.ts'

/** Called with a matching plan's slot and what the groups that the post carries weigh together. */
export type VisitMatch = (slot: number, carried: number) => void

/**
 * Word plans in slots numbered from 0, asked the other way round: which of them does a post match? Each plan hangs under
 * the rarest words that a matching post must hold one of, so a post meets only plans that it shares such a word with.
 * What is put or removed counts at once.
 */
export interface WordIndex {
  /** Slots up to here are or were taken. */
  readonly slots: number
  /** Puts a plan into a free slot and answers which. Throws `RangeError` on a plan that cannot be. */
  put(plan: WordPlan): number
  /** Frees a slot that `put` has given. */
  remove(slot: number): void
  match(text: string, visit: VisitMatch): void
  /** Whether the post holds a word that a plan hangs under. */
  touches(text: string): boolean
  /** Reads a post and looks its words up, and nothing else: what no index can do without. Answers how many it knows. */
  read(text: string): number
}

const UNGUARDED = filled(undefined)

interface WordIndexOptions {
  /** In how many posts a term is found, for hanging plans under rare ones. */
  frequencyOf: (term: string) => number
}

export function createWordIndex({ frequencyOf }: WordIndexOptions): WordIndex {
  const vocabulary = createVocabulary()
  const frequencies: number[] = []
  // No word has the characters of a stem and a line break.
  for (const reserved of [EVERYWHERE, NOWHERE]) vocabulary.add(`\n${reserved}`)
  const known = { ...vocabulary, add: addTerm }
  const reader = createPlaceReader(vocabulary)
  const words = createPostWords(reader)
  const lists = createPostingLists()
  const plans = createPlanStore(words)
  let met = new Int32Array(0)
  let round = 0

  function addTerm(term: string): number {
    const id = vocabulary.add(term)
    frequencies[id] ??= frequencyOf(term)
    return id
  }

  const frequency = (term: number) => frequencies[term] ?? 0

  function match(text: string, visit: VisitMatch): void {
    takePost(words, text, vocabulary.size)
    if (met.length < plans.slots) met = new Int32Array(2 * plans.slots)
    round++
    const entries = lists.entries()
    const { distinct, distinctCount } = words
    for (let index = 0; index < distinctCount; index++) {
      const from = lists.startOf(distinct[index] ?? 0)
      const end = from + lists.lengthOf(distinct[index] ?? 0)
      for (let at = from; at < end; at += ENTRY_LENGTH) {
        if (!letsThrough(entries, at + 1, words)) continue
        const slot = entries[at] ?? 0
        if (met[slot] === round) continue
        met[slot] = round
        const carried = plans.carriedOf(slot)
        if (carried > 0) visit(slot, carried)
      }
    }
  }

  return {
    get slots() {
      return plans.slots
    },
    put(plan) {
      const compiled = compilePlan(plan, known)
      const hooks = hooksOf(compiled, frequency)
      const slot = plans.add(compiled, new Set(hooks.keys()))
      for (const [term, guards] of hooks) lists.add(term, slot, guards)
      return slot
    },
    remove(slot) {
      for (const term of plans.remove(slot)) lists.remove(term, slot)
    },
    match,
    touches(text) {
      takePost(words, text, vocabulary.size)
      return words.distinct.subarray(0, words.distinctCount).some((term) => lists.lengthOf(term) > 0)
    },
    read: (text) => reader.read(text),
  }
}

/** The terms that a plan hangs under, each with its guards. */
function hooksOf(plan: CompiledPlan, frequencyOf: (term: number) => number): Map<number, number[]> {
  const hooks = new Map<number, number[]>()
  for (const anchor of anchorsOf(plan, frequencyOf)) {
    const guards = guardsOf(plan, anchor, { frequencyOf, most: GUARDS_MAX })
    // A term that two anchors share is to let through what either does.
    for (const term of rarestTerms(anchor, frequencyOf)) hooks.set(term, hooks.has(term) ? UNGUARDED : filled(guards))
  }
  return hooks
}

/** Whether the post holds one of the guards from `start` on. */
function letsThrough(entries: Int32Array, start: number, { latest, first }: PostWords): boolean {
  for (let at = start; at < start + GUARDS_MAX; at++) {
    const guard = entries[at] ?? NOWHERE
    if (guard === NOWHERE) return false
    if ((latest[guard] ?? 0) >= first) return true
  }
  return false
}

function filled(guards: readonly number[] = [EVERYWHERE]): number[] {
  return Array.from({ length: GUARDS_MAX }, (_, index) => guards[index] ?? NOWHERE)
}
