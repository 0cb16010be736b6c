import type { Member } from '@leadlight/contract/team'
import type { Role } from '@leadlight/domain/roles'
import useSWR from 'swr'
import { listMembers } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

export const ROLE_WORDS: Record<Role, string> = {
  SUPER_ADMIN: 'Super admin',
  ADMIN: 'Admin',
  MEMBER: 'Member',
  GUEST: 'Guest',
}

/** What each role may do, as a hint for choosing one. */
export const ROLE_HINTS: Record<'ADMIN' | 'MEMBER' | 'GUEST', string> = {
  ADMIN: 'Everything, with team, billing and deleting projects',
  MEMBER: 'All projects: leads, signals and settings',
  GUEST: 'Only the projects you choose: reads and triages leads',
}

/** The organization's members, the earliest first. Not for guests. */
export function useMembers(canRead: boolean) {
  return useSWR<Member[], unknown>(canRead ? keys.members : null, () => call(listMembers, {}))
}
