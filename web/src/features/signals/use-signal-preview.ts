import type { SignalPreview } from '@leadlight/contract/signals'
import { useEffect, useRef, useState } from 'react'
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
}

interface PreviewState {
  /** The latest answer; it stays while the next one loads. */
  preview: SignalPreview | null
  shownFor: string | null
  isLoading: boolean
  isCancelled: boolean
  error: string | null
}

const START: PreviewState = { preview: null, shownFor: null, isLoading: false, isCancelled: false, error: null }

/**
 * What a signal would match, requested after a pause in typing. Earlier requests are aborted. Answers are cached, so
 * returning to a signal shows its preview at once.
 */
export function useSignalPreview(projectId: string, request: PreviewRequest) {
  const text = request.text.trim()
  const { days, settings } = request
  const isWorthAsking = signalTextProblem(text) === null
  const question = JSON.stringify([days, text, toWire(settings)])
  const answered = useRef(new Map<string, SignalPreview>())
  const running = useRef<AbortController | null>(null)
  const [state, setState] = useState(START)
  const [attempt, setAttempt] = useState(0)

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
        if (!stop.signal.aborted) setState({ ...START, preview, shownFor: question })
      } catch (error) {
        if (!stop.signal.aborted) setState((before) => ({ ...before, isLoading: false, error: messageOf(error) }))
      }
    }
    const timer = setTimeout(() => void load(), attempt === 0 && !answered.current.has(question) ? TYPING_PAUSE_MS : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [projectId, question, text, days, settings, isWorthAsking, attempt])

  return {
    ...state,
    isWorthAsking,
    isStale: state.shownFor !== question,
    cancel: () => {
      running.current?.abort()
      setState((before) => ({ ...before, isLoading: false, isCancelled: true }))
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

function requestPreview(
  { projectId, text, days, settings }: PreviewRequest & { projectId: string },
  signal: AbortSignal,
) {
  const body = { intent_signal: text, ...toWire(settings), search_days: days }
  return call(previewSignal, { params: { projectId }, body, signal })
}
