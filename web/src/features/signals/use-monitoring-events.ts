import type { IntentSignal } from '@leadlight/contract/signals'
import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import { ORIGIN } from '../../lib/origin.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { useStable } from '../../lib/use-stable.ts'

/** Spending and the backlog change without an event, so they are polled while they show. */
const ASK_EVERY_MS = 20_000

/**
 * Keeps monitoring data and the credit balance current: at each find, when somebody else changes a signal, and by
 * polling while a signal is monitored.
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
