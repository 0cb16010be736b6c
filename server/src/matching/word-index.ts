import { createPlaceReader } from './place-reader.ts'
import { createPlanStore } from './plan-store.ts'
import { hooksOf } from './plan-hooks.ts'
import {
  createPostingLists,
  EVERYWHERE,
  isAlone,
  lengthOfEntry,
  MATCHED,
  PASSED_BY,
  passEntry,
  passesKey,
  slotOf,
  weightOf,
} from './posting-lists.ts'
import { createPostWords, takePost } from './post-words.ts'
import { createVocabulary } from './vocabulary.ts'
import { compilePlan, type WordPlan } from './word-plan.ts'

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

interface WordIndexOptions {
  /** In how many posts a term is found, for hanging plans under rare ones. */
  frequencyOf: (term: string) => number
}

export function createWordIndex({ frequencyOf }: WordIndexOptions): WordIndex {
  const vocabulary = createVocabulary()
  const frequencies: number[] = []
  // No word has the characters of a stem and a line break, so nothing else gets this number, which is the first.
  vocabulary.add(`\n${EVERYWHERE}`)
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

  function match(text: string, visit: VisitMatch): void {
    takePost(words, text, vocabulary.size)
    if (met.length < plans.slots) met = new Int32Array(2 * plans.slots)
    round++
    const entries = lists.entries()
    const { distinct, distinctCount, held } = words
    for (let index = 0; index < distinctCount; index++) {
      const from = lists.startOf(distinct[index] ?? 0)
      const end = from + lists.lengthOf(distinct[index] ?? 0)
      for (let at = from; at < end; at += lengthOfEntry(entries, at)) {
        if (passesKey(entries, at, held)) meet(at, visit)
      }
    }
  }

  function meet(at: number, visit: VisitMatch): void {
    const entries = lists.entries()
    const passage = passEntry(entries, at, words.held)
    if (passage === PASSED_BY) return
    const slot = slotOf(entries, at)
    if (!isAlone(entries, at)) {
      if (met[slot] === round) return
      met[slot] = round
    }
    const carried = passage === MATCHED ? weightOf(entries, at) : plans.carriedOf(slot)
    if (carried > 0) visit(slot, carried)
  }

  return {
    get slots() {
      return plans.slots
    },
    put(plan) {
      const compiled = compilePlan(plan, known)
      const hooks = hooksOf(compiled, (term) => frequencies[term] ?? 0)
      const slot = plans.add(compiled, new Set(hooks.keys()))
      for (const [term, hook] of hooks) lists.add(term, { ...hook, slot })
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
