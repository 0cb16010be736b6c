import type { ApiKey } from '@leadlight/contract/api-keys'
import useSWR from 'swr'
import { listApiKeys } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** The user's personal API keys, newest first. */
export function useApiKeys() {
  return useSWR<ApiKey[], unknown>(keys.apiKeys, () => call(listApiKeys, {}))
}
