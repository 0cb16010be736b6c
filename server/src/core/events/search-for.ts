import type { Search } from '@leadlight/contract/search'
import { can, type Role } from '@leadlight/domain/roles'

const UNTOLD = 'Not everything there could be read.'

/** The error of a source as this role may see it: it may name its address, which may be private. */
export function errorFor(role: Role, error: string | null): string | null {
  return error === null || can(role, 'source.read') ? error : UNTOLD
}

/** A search as this role may see it. */
export function searchFor(role: Role, search: Search): Search {
  const channels = search.channels.map((channel) => ({ ...channel, error: errorFor(role, channel.error) }))
  return { ...search, channels }
}
