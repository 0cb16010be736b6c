import type { SignalSearch } from '@leadlight/contract/asked-searches'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import { listSignalSearches } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** The signal's searches, newest first; read again when `newest`, its last one as told elsewhere, is another or ends. */
export function useSignalSearches(
  params: { projectId: string; id: string },
  newest: string,
): SWRResponse<SignalSearch[], unknown> {
  return useSWR<SignalSearch[], unknown>(
    keys.signalSearches(params.id, newest),
    () => call(listSignalSearches, { params }),
    { keepPreviousData: true },
  )
}
