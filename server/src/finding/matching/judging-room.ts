import { SEARCH_JUDGED_MAX } from '@leadlight/domain/signals'
import type { CandidateState } from './candidate-store.ts'
import { mostForOne } from './judging-price.ts'
import type { SearchRow } from './search-store.ts'

/** What was held before, and the first pages, let so many be judged at once, and each page after them one more. */
const AT_ONCE = 64
const FIRST_PAGES = 8

type Judging = Pick<SearchRow, 'kind' | 'over' | 'price' | 'modelPrice' | 'judged'>
type Counts = Record<CandidateState, number>

/** How many more posts the search may judge in all. Going again over posts that are here knows no limit, nor do watched names. */
export function judgingRoom(
  { kind, over, judged }: Pick<Judging, 'kind' | 'over' | 'judged'>,
  { held }: Counts,
): number {
  return kind === 'intent' && over === 'channels'
    ? Math.max(0, SEARCH_JUDGED_MAX - judged - held)
    : Number.POSITIVE_INFINITY
}

/**
 * Whether to judge before asking on. Where judging costs, the best of all are judged at the end; where it is free, the
 * first leads come early, without spending the room on what later pages may better.
 */
export function isTimeToJudge(
  search: Judging & Pick<SearchRow, 'archived'>,
  { counts, pages, hasMore }: { counts: Counts; pages: number; hasMore: boolean },
): boolean {
  if (counts.passed === 0 || judgingRoom(search, counts) === 0) return false
  if (!hasMore) return true
  if (mostForOne(search) > 0) return false
  if (search.kind === 'name') return true
  const allowed = ((search.archived ?? 0) > 0 || pages >= FIRST_PAGES ? AT_ONCE : 0) + pages
  return search.judged + counts.held < allowed - AT_ONCE / 2
}
