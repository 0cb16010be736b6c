import type { ProjectEvent } from '@leadlight/contract/installation'
import { can, type Role } from '@leadlight/domain/roles'
import { searchFor } from './search-for.ts'

/**
 * What somebody with this role may hear of an event; undefined for nothing. A project's source and its errors may be a
 * private address.
 */
export function asSeenBy(role: Role, payload: ProjectEvent): ProjectEvent | undefined {
  if (payload.type === 'search') return { ...payload, search: searchFor(role, payload.search) }
  return payload.type !== 'source' || can(role, 'source.read') ? payload : undefined
}
