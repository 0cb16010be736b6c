import type { User } from '@leadlight/contract/accounts'
import { can } from '@leadlight/domain/roles'
import type { Permission, Role } from '@leadlight/domain/roles'
import useSWR from 'swr'
import { me } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** Who is signed in. */
export function useCurrentUser() {
  return useSWR<User, unknown>(keys.me, () => call(me, {}))
}

/** The role in the organization; null while it is not known, or where there is none. */
export function useRole(): Role | null {
  const { data: user } = useCurrentUser()
  return user?.organization_membership?.role ?? null
}

/**
 * The key of what only members of an organization may read: null, which asks for nothing, for whoever is in none, and until
 * that is known.
 */
export function useMembersKey<Key>(key: Key): Key | null {
  const { data: user } = useCurrentUser()
  return user?.organization_membership ? key : null
}

/** Whether the role grants something. The server decides anew; this only spares people a button that would fail. */
export function useCan(permission: Permission): boolean {
  const role = useRole()
  return role !== null && can(role, permission)
}

/** First and last name; the address where neither is known. */
export function displayName(user: Pick<User, 'first_name' | 'last_name' | 'email'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}
