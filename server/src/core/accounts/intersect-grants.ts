import type { Actor, Caller } from '../../platform/actor.ts'

/** What a user reaches, and of it, where they call by a key that is limited, no more than that. */
export function intersectGrants(reached: 'all' | readonly string[], key: Caller['key']): Actor['projectIds'] {
  const limit = key?.projectIds
  if (reached === 'all') return limit ? new Set(limit) : 'all'
  return new Set(limit ? reached.filter((id) => limit.includes(id)) : reached)
}
