import type { BodyOf } from '@leadlight/contract/endpoint'
import type {
  createIntentSignal as createEndpoint,
  IntentSignal,
  updateIntentSignal as updateEndpoint,
} from '@leadlight/contract/signals'
import { INTENT_SIGNAL_CHARACTERS_MAX, INTENT_SIGNAL_CHARACTERS_MIN } from '@leadlight/domain/signals'
import { useSWRConfig } from 'swr'
import {
  createIntentSignal,
  deleteIntentSignal,
  disableMonitoring,
  enableMonitoring,
  updateIntentSignal,
} from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

export type SignalValues = BodyOf<typeof createEndpoint>
/** An update of a saved signal: its sentence always, other fields if present. */
export type SignalUpdate = Omit<BodyOf<typeof updateEndpoint>, 'do_reanalyze' | 'reanalyze_over' | 'reanalysis_budget'>

/** Creates, updates and removes signals, with the cache. Failures are thrown. */
export function useSignalChanges(projectId: string) {
  const { mutate } = useSWRConfig()
  const key = keys.intentSignals(projectId)
  function remember(change: (signals: IntentSignal[]) => IntentSignal[]) {
    return mutate(key, (signals: IntentSignal[] | undefined) => change(signals ?? []), { revalidate: false })
  }
  function replace(changed: IntentSignal) {
    return remember((signals) => signals.map((signal) => (signal.id === changed.id ? changed : signal)))
  }
  return {
    create: async (values: SignalValues): Promise<IntentSignal> => {
      const created = await call(createIntentSignal, { params: { projectId }, body: values })
      await remember((signals) => [...signals, created])
      return created
    },
    /** With a budget, as quoted by a backtest, its posts are judged again. */
    update: async (id: string, values: SignalUpdate, reanalysisBudget?: number): Promise<IntentSignal> => {
      const over = { reanalyze_over: 'backtested' as const, reanalysis_budget: reanalysisBudget }
      const again = reanalysisBudget === undefined ? {} : over
      const body = { ...values, do_reanalyze: reanalysisBudget !== undefined, ...again }
      const updated = await call(updateIntentSignal, { params: { projectId, id }, body })
      await replace(updated)
      return updated
    },
    /** Turns on monitoring with a monthly budget, or changes the budget. */
    monitor: async (id: string, monthlyCredits: number): Promise<void> => {
      const body = { monthly_credit_budget: monthlyCredits }
      await replace(await call(enableMonitoring, { params: { projectId, id }, body }))
    },
    stopMonitoring: async (id: string): Promise<void> => {
      await replace(await call(disableMonitoring, { params: { projectId, id } }))
    },
    remove: async (id: string): Promise<void> => {
      await call(deleteIntentSignal, { params: { projectId, id } })
      await remember((signals) => signals.filter((signal) => signal.id !== id))
    },
  }
}

/** What is wrong with a signal's words, in a sentence; null if they are valid. */
export function signalTextProblem(text: string): string | null {
  const length = text.trim().length
  if (length < INTENT_SIGNAL_CHARACTERS_MIN) return 'Say in a few words what somebody would write.'
  if (length > INTENT_SIGNAL_CHARACTERS_MAX) return `At most ${INTENT_SIGNAL_CHARACTERS_MAX} characters, please.`
  return null
}
