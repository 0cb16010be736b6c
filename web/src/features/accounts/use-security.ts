import type { AccountSecurity } from '@leadlight/contract/own-account'
import useSWR from 'swr'
import { getAccountSecurity } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** How the signed-in user signs in, and where they are signed in now. */
export function useSecurity() {
  return useSWR<AccountSecurity, unknown>(keys.security, () => call(getAccountSecurity, {}))
}
