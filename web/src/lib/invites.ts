import type { Invite } from '@leadlight/contract/team'
import useSWR from 'swr'
import { listInvites } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** The pending invites, expired ones too. Admins only. */
export function useInvites(canManage: boolean) {
  return useSWR<Invite[], unknown>(canManage ? keys.invites : null, () => call(listInvites, {}))
}
