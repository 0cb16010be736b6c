import type { AccountSecurity } from '@leadlight/contract/own-account'
import useSWR from 'swr'
import { getAccountSecurity } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** The user's sign-in methods and sessions. */
export function useSecurity() {
  return useSWR<AccountSecurity, unknown>(keys.security, () => call(getAccountSecurity, {}))
}
