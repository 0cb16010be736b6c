import type { Transfer } from '@leadlight/contract/guests'
import useSWR, { type SWRResponse } from 'swr'
import { listTransfersAddressedToMe } from 'virtual:calls'
import { call } from './api.ts'
import { useCurrentUser } from './current-user.ts'
import { keys } from './keys.ts'
import { readLater } from './read-later.ts'

/** Offers come from other organizations, whose events nobody here receives. */
const POLL_MS = 60_000
/** While one waits, which may be answered or taken back elsewhere. */
const POLL_WAITING_MS = 15_000

/** Projects that other organizations offer to the user, by their verified address; asked for again while one looks. */
export function useOffersToMe(): SWRResponse<Transfer[], unknown> {
  const { data: user } = useCurrentUser()
  return useSWR<Transfer[], unknown>(
    user?.is_verified ? keys.transfersToMe : null,
    () => readLater(() => call(listTransfersAddressedToMe, {})),
    { refreshInterval: (latest) => (latest?.length ? POLL_WAITING_MS : POLL_MS) },
  )
}
