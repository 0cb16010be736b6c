import type { BodyOf } from '@leadlight/contract/endpoint'
import type {
  createIntentSignal as createEndpoint,
  IntentSignal,
  updateIntentSignal as updateEndpoint,
} from '@leadlight/contract/signals'
import { INTENT_SIGNAL_CHARACTERS_MAX, INTENT_SIGNAL_CHARACTERS_MIN } from '@leadlight/domain/signals'
import { unstable_serialize, useSWRConfig } from 'swr'
import {
  createIntentSignal,
  deleteIntentSignal,
  disableMonitoring,
  enableMonitoring,
  updateIntentSignal,
} from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { createRowQueue } from '../../lib/rows/row-queue.ts'

export type SignalValues = BodyOf<typeof createEndpoint>
/** An update of a saved signal: what is left out stays as it is. */
export type SignalUpdate = Partial<
  Omit<BodyOf<typeof updateEndpoint>, 'do_reanalyze' | 'reanalyze_over' | 'reanalysis_budget'>
>

/** One for the whole page: a signal's card, its preview and its monitoring change the same signal. */
const inOrder = createRowQueue()

/** Creates, updates and removes signals, with the cache. Changes of one signal go one by one. Failures are thrown. */
export function useSignalChanges(projectId: string) {
  const { cache, mutate } = useSWRConfig()
  const key = keys.intentSignals(projectId)
  function remember(change: (signals: IntentSignal[]) => IntentSignal[]) {
    return mutate(key, (signals: IntentSignal[] | undefined) => change(signals ?? []), { revalidate: false })
  }
  function replace(changed: IntentSignal) {
    return remember((signals) => signals.map((signal) => (signal.id === changed.id ? changed : signal)))
  }
  /** The update call always takes a sentence. */
  function savedWords(id: string): string {
    const signals = cache.get(unstable_serialize(key))?.data as IntentSignal[] | undefined
    const saved = signals?.find((signal) => signal.id === id)
    if (!saved) throw new Error('The signal was deleted.')
    return saved.intent_signal
  }
  return {
    create: async (values: SignalValues): Promise<IntentSignal> => {
      const created = await call(createIntentSignal, { params: { projectId }, body: values })
      await remember((signals) => [...signals, created])
      return created
    },
    /** With a budget, as quoted by a backtest, its posts are judged again. */
    update: (id: string, values: SignalUpdate, reanalysisBudget?: number): Promise<IntentSignal> =>
      inOrder([id], async () => {
        const over = { reanalyze_over: 'backtested' as const, reanalysis_budget: reanalysisBudget }
        const again = reanalysisBudget === undefined ? {} : over
        const words = { intent_signal: values.intent_signal ?? savedWords(id) }
        const body = { ...values, ...words, do_reanalyze: reanalysisBudget !== undefined, ...again }
        const updated = await call(updateIntentSignal, { params: { projectId, id }, body })
        await replace(updated)
        return updated
      }),
    /** Turns on monitoring with a monthly budget, or changes the budget. */
    monitor: (id: string, monthlyCredits: number): Promise<void> =>
      inOrder([id], async () => {
        const body = { monthly_credit_budget: monthlyCredits }
        await replace(await call(enableMonitoring, { params: { projectId, id }, body }))
      }),
    stopMonitoring: (id: string): Promise<void> =>
      inOrder([id], async () => {
        await replace(await call(disableMonitoring, { params: { projectId, id } }))
      }),
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
