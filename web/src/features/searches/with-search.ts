import type { Search } from '@leadlight/contract/search'
import { laterSearch } from '../../lib/later-search.ts'

/** The list with this search updated, unless the list knows it better, or put first if it is new. */
export function withSearch(searches: readonly Search[], news: Search): Search[] {
  if (!searches.some((search) => search.id === news.id)) return [news, ...searches]
  return searches.map((search) => (search.id === news.id ? laterSearch(search, news) : search))
}
