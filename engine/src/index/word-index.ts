import { hooksOf } from './plan-hooks.ts'
import { createPlanStore } from './kept-plans.ts'
import { createPlanTerms } from './plan-terms.ts'
import { createPostWords, takePost } from './post-words.ts'
import { createPostingLists } from './posting-lists.ts'
import { compilePlan, type WordPlan } from './word-plan.ts'

/** Called with a matching plan's slot and what the groups that the post carries weigh together. */
export type VisitMatch = (slot: number, carried: number) => void

/**
 * Word plans in slots numbered from 0, asked the other way round: which of them does a post match? Each plan hangs under
 * the rarest words and phrases that a matching post must hold one of, so a post meets only plans that it shares such a one with.
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
  /** Whether the post holds a word or a phrase that a plan hangs under. */
  touches(text: string): boolean
  /** Reads a post and looks its words up, and nothing else: what no index can do without. Answers how many it knows. */
  read(text: string): number
}

interface WordIndexOptions {
  /** In how many posts a word is found, for hanging plans under rare ones. */
  frequencyOf: (term: string) => number
}

export function createWordIndex({ frequencyOf }: WordIndexOptions): WordIndex {
  const terms = createPlanTerms(frequencyOf)
  const words = createPostWords(terms)
  const lists = createPostingLists()
  const plans = createPlanStore()
  return {
    get slots() {
      return plans.slots
    },
    put(plan) {
      const compiled = compilePlan(plan, terms)
      const hooks = hooksOf(compiled, (term) => terms.frequencyOf(term))
      const { slot, place } = plans.add(compiled, [...hooks.keys()])
      for (const [term, needs] of hooks) lists.add(term, { place, needs })
      return slot
    },
    remove(slot) {
      const { place, hooks } = plans.remove(slot)
      for (const term of hooks) lists.remove(term, place)
    },
    match(text, visit) {
      takePost(words, text)
      plans.ask(lists.collect(words), words.held, visit)
    },
    touches(text) {
      takePost(words, text)
      return words.distinct.subarray(0, words.distinctCount).some((term) => lists.lengthOf(term) > 0)
    },
    read: (text) => words.reader.read(text),
  }
}
