import type { Actor, Caller } from '../../platform/actor.ts'

/** The projects a user reaches, narrowed to those of the key they call with if it is limited. */
export function intersectGrants(reached: 'all' | readonly string[], key: Caller['key']): Actor['projectIds'] {
  const limit = key?.projectIds
  if (reached === 'all') return limit ? new Set(limit) : 'all'
  return new Set(limit ? reached.filter((id) => limit.includes(id)) : reached)
}
