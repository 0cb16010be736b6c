import { isSame, PLAN_EDITS_MAX, PLAN_SEARCHES_MAX, type PlanEdits } from './signal-plans.ts'

/** How the user's edits treat a search: always asked, never asked, or null where that is left to the search. */
export type SearchWish = 'always' | 'never' | null

export function wishOf({ searches }: PlanEdits, words: string): SearchWish {
  if (searches.added.some((other) => isSame(other, words))) return 'always'
  return searches.removed.some((other) => isSame(other, words)) ? 'never' : null
}

/** The edits with this wish for these words instead of any before. */
export function wishForSearch(edits: PlanEdits, words: string, wish: SearchWish): PlanEdits {
  const others = (list: readonly string[]) => list.filter((other) => !isSame(other, words))
  const added = others(edits.searches.added)
  const removed = others(edits.searches.removed)
  const searches = {
    added: wish === 'always' ? [...added, words] : added,
    removed: wish === 'never' ? [...removed, words] : removed,
  }
  return { ...edits, searches }
}

/** Whether there is room for one more wish of this kind. */
export function hasRoomFor({ searches }: PlanEdits, wish: 'always' | 'never'): boolean {
  return wish === 'always' ? searches.added.length < PLAN_SEARCHES_MAX : searches.removed.length < PLAN_EDITS_MAX
}
