import type { User } from '@leadlight/contract/accounts'
import { can } from '@leadlight/domain/roles'
import type { Permission, Role } from '@leadlight/domain/roles'
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr'
import { me } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** The signed-in user; asked for again from time to time, if wished. */
export function useCurrentUser(wish: Pick<SWRConfiguration<User>, 'refreshInterval'> = {}): SWRResponse<User, unknown> {
  return useSWR<User, unknown>(keys.me, () => call(me, {}), wish)
}

/** The user's role in the organization; null if there is none or it is still loading. */
export function useRole(): Role | null {
  const { data: user } = useCurrentUser()
  return user?.organization_membership?.role ?? null
}

/**
 * The key, or null (which fetches nothing) until the user is known to be in an organization: only members may read it.
 */
export function useMembersKey<Key>(key: Key): Key | null {
  const { data: user } = useCurrentUser()
  return user?.organization_membership ? key : null
}

/** Whether the role has the permission. The server checks again; this only hides buttons that would fail. */
export function useCan(permission: Permission): boolean {
  const role = useRole()
  return role !== null && can(role, permission)
}

/** First and last name, or else the email address. */
export function displayName(user: Pick<User, 'first_name' | 'last_name' | 'email'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}
