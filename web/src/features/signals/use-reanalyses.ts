import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import useSWR, { useSWRConfig } from 'swr'
import { listIntentSignals } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { laterSearch } from '../../lib/later-search.ts'
import { keys } from '../../lib/keys.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'

/** The polling interval of a reanalysis, in case its events do not arrive. */
const POLL_MS = 4000

/** Keeps the signals' reanalyses current by their events, and by polling while one is open. */
export function useReanalyses(projectId: string, signals: readonly IntentSignal[]): void {
  const { mutate } = useSWRConfig()
  const key = keys.intentSignals(projectId)
  const isJudging = signals.some(({ last_search: search }) => search?.reanalysis && isOpen(search.state))
  useSWR<IntentSignal[], unknown>(isJudging ? key : null, () => call(listIntentSignals, { params: { projectId } }), {
    refreshInterval: POLL_MS,
    revalidateOnMount: false,
  })
  useProjectEvents(isJudging ? projectId : null, (event) => {
    if (event.type !== 'search' || !event.search.reanalysis) return
    const signal = signals.find(({ id }) => id === event.search.intent_signal_id)
    if (!signal) return
    // A finished one has changed the signal's number of leads.
    if (!isOpen(event.search.state)) void Promise.all([mutate(key), mutate(keys.credits)])
    else
      void mutate(key, (list: IntentSignal[] | undefined) => withSearch(list ?? [], event.search), {
        revalidate: false,
      })
  })
}

function withSearch(signals: readonly IntentSignal[], search: Search): IntentSignal[] {
  return signals.map((signal) =>
    signal.id === search.intent_signal_id
      ? { ...signal, last_search: laterSearch(signal.last_search, search) }
      : signal,
  )
}
