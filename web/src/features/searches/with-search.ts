import type { Search } from '@leadlight/contract/signals'

/** Puts a search's news into the list; one that is not there yet stands first. */
export function withSearch(searches: readonly Search[], news: Search): Search[] {
  if (!searches.some((search) => search.id === news.id)) return [news, ...searches]
  return searches.map((search) => (search.id === news.id ? news : search))
}
