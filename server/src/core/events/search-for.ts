import type { Search } from '@leadlight/contract/signals'
import { can, type Role } from '@leadlight/domain/roles'

const UNTOLD = 'Not everything there could be read.'

/** A search as this role may see it: the error of a source may name its address, which may be private. */
export function searchFor(role: Role, search: Search): Search {
  if (can(role, 'source.read')) return search
  const channels = search.channels.map((channel) => ({ ...channel, error: channel.error === null ? null : UNTOLD }))
  return { ...search, channels }
}
