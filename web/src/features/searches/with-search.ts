import type { Search } from '@leadlight/contract/signals'

/** The list with this search updated, or put first if it is new. */
export function withSearch(searches: readonly Search[], news: Search): Search[] {
  if (!searches.some((search) => search.id === news.id)) return [news, ...searches]
  return searches.map((search) => (search.id === news.id ? news : search))
}
