import type { BodyOf } from '@leadlight/contract/endpoint'
import type { Backtest, backtestSignal as endpoint } from '@leadlight/contract/signal-help'
import { useState } from 'react'
import useSWR from 'swr'
import { backtestSignal } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { signalTextProblem } from './signal-changes.ts'
import { toChange, type BriefSettings } from './use-brief.ts'

const TYPING_PAUSE_MS = 600

/** A change to a saved signal that is to be tried on stored posts. */
export interface BacktestRequest {
  projectId: string
  id: string
  text: string
  settings: BriefSettings
}

export interface Backtesting {
  /** Of the change as it stands; undefined while that is not known. */
  backtest: Backtest | undefined
  /** The latest there was, for what it is worth while the next is on its way. */
  latest: Backtest | undefined
  error: unknown
  isWaiting: boolean
  retry: () => void
}

/** What a change would gain and lose, asked once typing pauses; null asks nothing. Whoever asks the same shares the answer. */
export function useBacktest(asked: BacktestRequest | null): Backtesting {
  const [latest, setLatest] = useState<Backtest>()
  const change = asked && { intent_signal: asked.text.trim(), ...toChange(asked.settings) }
  const question = change && JSON.stringify(change)
  const settled = useDebouncedValue(question, TYPING_PAUSE_MS)
  const isAskable = change !== null && signalTextProblem(change.intent_signal) === null
  const key = asked && isAskable && settled === question ? keys.backtest(asked.id, change) : null
  const { data, error, mutate } = useSWR<Backtest, unknown>(key, () => ask(asked, change), {
    revalidateIfStale: false,
    shouldRetryOnError: false,
  })
  if (data && data !== latest) setLatest(data)
  const failure = key && !data ? error : undefined
  return {
    backtest: key ? data : undefined,
    latest: asked ? (data ?? latest) : undefined,
    error: failure,
    isWaiting: isAskable && failure === undefined && (key === null || data === undefined),
    retry: () => void mutate(),
  }
}

/** The backtest of each signal that is under way: another change to the signal calls it off. */
const running = new Map<string, AbortController>()

function ask(asked: BacktestRequest | null, body: BodyOf<typeof endpoint> | null): Promise<Backtest> {
  if (!asked || !body) throw new Error('A backtest is of a change to a signal.')
  const { projectId, id } = asked
  running.get(id)?.abort()
  const stop = new AbortController()
  running.set(id, stop)
  return call(backtestSignal, { params: { projectId, id }, body, signal: stop.signal })
}
