import { createPlaceReader } from './place-reader.ts'
import { createPlanStore } from './plan-store.ts'
import { createPostingLists, ENTRY_LENGTH, GUARDS_MAX } from './posting-lists.ts'
import { createPostWords } from './post-words.ts'
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

/** Stands for a word that every post holds. */
const EVERYWHERE = 0
const UNGUARDED = filled(undefined)

interface WordIndexOptions {
  /** In how many posts a term is found, for hanging plans under rare ones. */
  frequencyOf: (term: string) => number
}

export function createWordIndex({ frequencyOf }: WordIndexOptions): WordIndex {
  const vocabulary = createVocabulary()
  const frequencies: number[] = []
  vocabulary.add('')
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

  /** The terms that a plan hangs under, each with its guards. */
  function hooksOf(plan: CompiledPlan): Map<number, number[]> {
    const hooks = new Map<number, number[]>()
    for (const anchor of anchorsOf(plan, frequency)) {
      const guards = guardsOf(plan, anchor, { frequencyOf: frequency, most: GUARDS_MAX })
      // A term that two anchors share is to let through what either does.
      for (const term of rarestTerms(anchor, frequency)) hooks.set(term, hooks.has(term) ? UNGUARDED : filled(guards))
    }
    return hooks
  }

  function match(text: string, visit: VisitMatch): void {
    words.take(text)
    if (met.length < plans.slots) met = new Int32Array(2 * plans.slots)
    round++
    const entries = lists.entries()
    const { distinct } = words
    for (let index = 0; index < words.distinctCount; index++) {
      const term = distinct[index] ?? 0
      const from = lists.startOf(term)
      const end = from + lists.lengthOf(term)
      for (let at = from; at < end; at += ENTRY_LENGTH) {
        if (!words.hasAny(entries, at + 1, at + ENTRY_LENGTH)) continue
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
      const hooks = hooksOf(compiled)
      const slot = plans.add(compiled, new Set(hooks.keys()))
      for (const [term, guards] of hooks) lists.add(term, slot, guards)
      return slot
    },
    remove(slot) {
      for (const term of plans.remove(slot)) lists.remove(term, slot)
    },
    match,
    touches(text) {
      words.take(text)
      for (let index = 0; index < words.distinctCount; index++) {
        if (lists.lengthOf(words.distinct[index] ?? 0) > 0) return true
      }
      return false
    },
    read: (text) => reader.read(text),
  }
}

function filled(guards: readonly number[] = [EVERYWHERE]): number[] {
  // With one that comes twice nothing changes.
  return Array.from({ length: GUARDS_MAX }, (_, index) => guards[index] ?? guards[0] ?? EVERYWHERE)
}
