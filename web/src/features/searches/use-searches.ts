import type { Search } from '@leadlight/contract/search'
import { isOpen } from '@leadlight/domain/signals'
import useSWR, { useSWRConfig } from 'swr'
import type { SWRResponse } from 'swr'
import { listSearches } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readLater } from '../../lib/read-later.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { withSearch } from './with-search.ts'

/** The polling interval of an open search, in case its events do not arrive. */
const POLL_MS = 4000
const DEDUPE_MS = 1000

/** The project's latest searches, newest first. Events and, while one is open, polling keep them current. */
export function useSearches(projectId: string): SWRResponse<Search[], unknown> {
  const { mutate } = useSWRConfig()
  const searches = useSWR<Search[], unknown>(
    keys.searches(projectId),
    () => readLater(() => call(listSearches, { params: { projectId } })),
    {
      refreshInterval: (latest) => (latest?.some((search) => isOpen(search.state)) ? POLL_MS : 0),
      dedupingInterval: DEDUPE_MS,
      onSuccess: (latest) => refreshWhatEnded(latest),
    },
  )

  /** A finished search affects other data on screen: counts, credits, the signals' last searches. */
  function refreshWhatEnded(latest: readonly Search[]) {
    const ended = searches.data?.some(
      (before) => isOpen(before.state) && latest.some((one) => one.id === before.id && !isOpen(one.state)),
    )
    if (ended) void Promise.all([keys.credits, keys.intentSignals(projectId), keys.unreadCount(projectId)].map(refresh))
  }
  function refresh(key: readonly string[]) {
    return mutate(key)
  }

  useProjectEvents(projectId, (event) => {
    if (event.type !== 'search') return
    // Before the list has loaded, an event would make SWR drop it.
    if (!searches.data) return
    refreshWhatEnded(withSearch(searches.data, event.search))
    void searches.mutate((current) => current && withSearch(current, event.search), { revalidate: false })
  })
  return searches
}
