import { carriedBy } from '@leadlight/engine/index/carried-weight'
import { readPositions } from '@leadlight/engine/index/word-positions'
import type { WordIndex } from '@leadlight/engine/index/word-index'
import type { WordPlan } from '@leadlight/engine/index/word-plan'
import { createChance } from './chance.ts'

const POSTS = 2_000
const PAIRS_PER_POST = 500

/**
 * Has the plain oracle decide a million pairs of posts and plans, including all that the index found for these posts.
 */
export function compareWithOracle(
  index: WordIndex,
  plans: readonly WordPlan[],
  texts: readonly string[],
): { pairs: number; matches: number; wrong: number } {
  const chance = createChance(4)
  const total = { pairs: 0, matches: 0, wrong: 0 }
  for (const text of texts.slice(0, POSTS)) {
    const found = new Map<number, number>()
    index.match(text, (slot, carried) => void found.set(slot, carried))
    const slots = new Set(found.keys())
    while (slots.size < PAIRS_PER_POST) slots.add(chance.below(plans.length))
    const places = readPositions(text)
    for (const slot of slots) {
      // Slots were given in the order of the plans.
      const plan = plans[slot]
      const carried = plan ? carriedBy(plan, places) : 0
      total.pairs++
      total.matches += carried > 0 ? 1 : 0
      total.wrong += carried === (found.get(slot) ?? 0) ? 0 : 1
    }
  }
  return total
}
