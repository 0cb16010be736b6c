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

/** A change to a saved signal, to be tried on collected posts. */
export interface BacktestRequest {
  projectId: string
  id: string
  text: string
  settings: BriefSettings
}

export interface Backtesting {
  /** For the current change; undefined while it loads. */
  backtest: Backtest | undefined
  /** The latest result, possibly outdated, while the next loads. */
  latest: Backtest | undefined
  error: unknown
  isWaiting: boolean
  retry: () => void
}

/**
 * What a change would gain and lose, requested after a pause in typing; null requests nothing. Equal requests share an
 * answer.
 */
export function useBacktest(request: BacktestRequest | null): Backtesting {
  const [latest, setLatest] = useState<Backtest>()
  const change = request && { intent_signal: request.text.trim(), ...toChange(request.settings) }
  const question = change && JSON.stringify(change)
  const settled = useDebouncedValue(question, TYPING_PAUSE_MS)
  const isAskable = change !== null && signalTextProblem(change.intent_signal) === null
  const key = request && isAskable && settled === question ? keys.backtest(request.id, change) : null
  const { data, error, mutate } = useSWR<Backtest, unknown>(key, () => requestBacktest(request, change), {
    revalidateIfStale: false,
    shouldRetryOnError: false,
  })
  if (data && data !== latest) setLatest(data)
  const failure = key && !data ? error : undefined
  return {
    backtest: key ? data : undefined,
    latest: request ? (data ?? latest) : undefined,
    error: failure,
    isWaiting: isAskable && failure === undefined && (key === null || data === undefined),
    retry: () => void mutate(),
  }
}

/** The running backtest of each signal, aborted by another change to it. */
const running = new Map<string, AbortController>()

function requestBacktest(request: BacktestRequest | null, body: BodyOf<typeof endpoint> | null): Promise<Backtest> {
  if (!request || !body) throw new Error('A backtest is of a change to a signal.')
  const { projectId, id } = request
  running.get(id)?.abort()
  const stop = new AbortController()
  running.set(id, stop)
  return call(backtestSignal, { params: { projectId, id }, body, signal: stop.signal })
}
