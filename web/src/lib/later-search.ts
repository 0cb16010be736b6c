import type { Search } from '@leadlight/contract/search'

/** The later of two descriptions of one search: events and answers may arrive in any order, and figures never go back. */
export function laterSearch(known: Search | null | undefined, news: Search): Search {
  return known?.id === news.id && known.step > news.step ? known : news
}
