import type { AskedSearches } from '@leadlight/contract/asked-searches'
import { isOpen } from '@leadlight/domain/signals'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import { getAskedSearches } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

const POLL_MS = 4000

/** What the signal's newest search asked; read again while it runs, and when `searchId` names another. */
export function useAskedSearches(
  params: { projectId: string; id: string },
  searchId: string,
): SWRResponse<AskedSearches | null, unknown> {
  return useSWR<AskedSearches | null, unknown>(
    keys.askedSearches(params.id, searchId),
    () => call(getAskedSearches, { params }),
    { refreshInterval: (latest) => (latest && isOpen(latest.state) ? POLL_MS : 0), keepPreviousData: true },
  )
}
