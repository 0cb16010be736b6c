import { hooksOf } from './plan-hooks.ts'
import { createPlanStore } from './kept-plans.ts'
import { createPlanTerms } from './plan-terms.ts'
import { createPostWords, takePost } from './post-words.ts'
import { createPostingLists } from './posting-lists.ts'
import { compilePlan, type WordPlan } from './word-plan.ts'

/** Called with a matching plan's slot and the total weight of the groups that the post carries. */
export type VisitMatch = (slot: number, carried: number) => void

/**
 * Word plans in slots numbered from 0, for finding which of them a post matches. Each plan is listed under the rarest
 * words and phrases of which a matching post must hold one, so a post meets only plans that share one with it. Changes
 * count at once.
 */
export interface WordIndex {
  /** Every slot below this is or was taken. */
  readonly slots: number
  /** Puts a plan into a free slot and returns the slot. Throws `RangeError` on an invalid plan. */
  put(plan: WordPlan): number
  /** Frees a slot that `put` returned. */
  remove(slot: number): void
  match(text: string, visit: VisitMatch): void
  /** Whether the post holds a word or a phrase that a plan is listed under. */
  touches(text: string): boolean
  /** Only reads a post and looks its words up, the least that any index must do. Returns how many it knows. */
  read(text: string): number
}

interface WordIndexOptions {
  /** In how many posts a word is found, so that plans are listed under rare ones. */
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
      const { slot, position } = plans.add(compiled, [...hooks.keys()])
      for (const [term, needs] of hooks) lists.add(term, { position, needs })
      return slot
    },
    remove(slot) {
      const { position, hooks } = plans.remove(slot)
      for (const term of hooks) lists.remove(term, position)
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
