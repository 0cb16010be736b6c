import type { Instance } from '@leadlight/contract/installation'
import useSWR from 'swr'
import { keys } from './keys.ts'
import { readInstance } from './read-instance.ts'
import { GENERIC_DEDUPE_MS } from './swr-config.ts'

/** What this installation offers: Google, Slack, mail and so on. Undefined while it loads. */
export function useInstance(): Instance | undefined {
  const { data } = useSWR<Instance, unknown>(keys.instance, readInstance, { dedupingInterval: GENERIC_DEDUPE_MS })
  return data
}
