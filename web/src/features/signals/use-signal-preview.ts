import type { SignalPreview } from '@leadlight/contract/signals'
import { SEARCH_DAYS_MAX } from '@leadlight/domain/signals'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { previewSignal } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/request-error.ts'
import { signalTextProblem } from './signal-changes.ts'
import { toWire, type BriefSettings } from './use-brief.ts'

const TYPING_PAUSE_MS = 800

export interface PreviewRequest {
  text: string
  days: number
  settings: BriefSettings
  /** Other once searches cover other sources. */
  reach?: string
  /** Nobody is typing, so it waits for no pause. */
  isAtOnce?: boolean
  /** Takes a longer period where this one holds nothing; left out if somebody chose the period. */
  onWiden?: ((days: number) => void) | undefined
  /** The days before they were widened. */
  widenedFrom?: number
}

interface PreviewState {
  /** The latest answer, with the signal and the request that it is for. */
  preview: SignalPreview | null
  shownFor: string | null
  subject: string | null
  isLoading: boolean
  isCancelled: boolean
  error: string | null
}

const START: PreviewState = {
  preview: null,
  shownFor: null,
  subject: null,
  isLoading: false,
  isCancelled: false,
  error: null,
}

/**
 * What the signal `subject` would match, requested after a pause in typing. Earlier requests are aborted. Answers are
 * cached, so returning to a signal shows its preview at once. While a signal changes, its posts stay until the next
 * answer; those of another signal, and an empty answer, do not.
 */
export function useSignalPreview(projectId: string, subject: string, request: PreviewRequest) {
  const text = request.text.trim()
  const { days, settings, reach = '', isAtOnce = false } = request
  const isWorthAsking = signalTextProblem(text) === null
  const question = JSON.stringify([days, text, toWire(settings), reach])
  const answered = useRef(new Map<string, SignalPreview>())
  const running = useRef<AbortController | null>(null)
  const [state, setState] = useState(START)
  const [attempt, setAttempt] = useState(0)
  const show = useEffectEvent((preview: SignalPreview) => {
    setState({ ...START, preview, shownFor: question, subject })
    if (hasNothingIn(preview)) request.onWiden?.(SEARCH_DAYS_MAX)
  })

  useEffect(() => {
    if (!isWorthAsking) return undefined
    const stop = new AbortController()
    running.current = stop
    async function load() {
      const remembered = answered.current.get(question)
      setState((before) => ({ ...before, isLoading: !remembered, isCancelled: false, error: null }))
      try {
        const preview = remembered ?? (await requestPreview({ projectId, text, days, settings }, stop.signal))
        answered.current.set(question, preview)
        if (!stop.signal.aborted) show(preview)
      } catch (error) {
        if (!stop.signal.aborted) setState((before) => ({ ...before, isLoading: false, error: messageOf(error) }))
      }
    }
    const isTyping = attempt === 0 && !isAtOnce && !answered.current.has(question)
    const timer = setTimeout(() => void load(), isTyping ? TYPING_PAUSE_MS : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [projectId, question, text, days, settings, isAtOnce, isWorthAsking, attempt])

  const isStale = state.shownFor !== question
  const staysMeanwhile = isWorthAsking && state.subject === subject && (state.preview?.caught ?? 0) > 0
  return {
    ...state,
    preview: isStale && !staysMeanwhile ? null : state.preview,
    isStale,
    isWaiting: isWorthAsking && isStale && state.error === null && !state.isCancelled,
    cancel: () => {
      running.current?.abort()
      setState((before) => ({ ...before, isLoading: false, isCancelled: true }))
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

/** Whether the period is what is wrong: some channel answered, and nothing fits. */
function hasNothingIn({ caught, channels }: SignalPreview): boolean {
  return caught === 0 && (channels.length === 0 || channels.some(({ error }) => error === null))
}

function requestPreview(
  { projectId, text, days, settings }: Pick<PreviewRequest, 'text' | 'days' | 'settings'> & { projectId: string },
  signal: AbortSignal,
) {
  const body = { intent_signal: text, ...toWire(settings), search_days: days }
  return call(previewSignal, { params: { projectId }, body, signal })
}
