import type { AskedSearch } from '@leadlight/contract/asked-searches'

const REASONS: Record<AskedSearch['why'], string> = {
  own: 'yours',
  signal: 'of the signal',
  posts: 'in the best posts',
  community: 'where the best posts are',
  listing: 'read whole',
}

/** What was asked, with its place: `invoice`, `invoice in titles`, `invoice in r/freelance`, `newest posts of r/freelance`. */
export function questionOf({ words, in_title, community }: AskedSearch): { words: string; place: string } {
  if (words === '') return { words: '', place: community === null ? 'newest posts' : `newest posts of ${community}` }
  return { words, place: [in_title && 'in titles', community !== null && `in ${community}`].filter(Boolean).join(' ') }
}

export function reasonOf({ why }: AskedSearch): string {
  return REASONS[why]
}

/** What kept most comes first; among equals, what brought most that was new, then what was asked first. */
export function bestFirst(searches: readonly AskedSearch[]): AskedSearch[] {
  return searches.toSorted((a, b) => (b.kept ?? 0) - (a.kept ?? 0) || b.new - a.new)
}
