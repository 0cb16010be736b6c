import type { IntentSignal } from '@leadlight/contract/signals'
import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import { ORIGIN } from '../../lib/origin.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { useStable } from '../../lib/use-stable.ts'

/** What was spent and what waits changes without a word, so it is asked after while somebody looks. */
const ASK_EVERY_MS = 20_000

/**
 * Keeps what shows of monitoring current, the balance it spends from too: at every find of it, when somebody else changes a
 * signal, and now and then while a signal is listened for.
 */
export function useMonitoringEvents(projectId: string, signals: readonly IntentSignal[]): void {
  const { mutate } = useSWRConfig()
  const isListening = signals.some(({ monitoring }) => monitoring.enabled)
  const refresh = useStable(() => {
    void mutate(keys.intentSignals(projectId))
    void mutate(keys.credits)
  })
  useProjectEvents(isListening ? projectId : null, (event) => {
    if (event.type === 'leads' && event.search_id === null) refresh()
    if (event.type === 'changed' && event.what === 'signals' && event.origin !== ORIGIN) refresh()
  })
  useEffect(() => {
    if (!isListening) return undefined
    const timer = setInterval(refresh, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isListening, refresh])
}
