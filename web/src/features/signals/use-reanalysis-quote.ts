import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { quoteReanalysis } from '@leadlight/contract/signals'
import useSWR from 'swr'
import { call } from '../../lib/api.ts'
import { quoteReanalysis as quoteCall } from '../../lib/calls.ts'
import { keys } from '../../lib/keys.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { signalTextProblem } from './signal-changes.ts'

export type ReanalysisQuote = ReplyOf<typeof quoteReanalysis>

const TYPING_PAUSE_MS = 450

export interface Quoting {
  /** Undefined while it is not known for the words as they stand. */
  quote: ReanalysisQuote | undefined
  error: unknown
}

/** What judging a signal's posts again under these words would cost at most, asked while `isWanted` and once typing pauses. */
export function useReanalysisQuote(
  place: { projectId: string; id: string },
  typed: string,
  isWanted: boolean,
): Quoting {
  const text = typed.trim()
  const settled = useSettled(text, TYPING_PAUSE_MS)
  const isSettled = settled === text && signalTextProblem(text) === null
  const key = isWanted && isSettled ? keys.reanalysisQuote(place.id, settled) : null
  const { data, error } = useSWR<ReanalysisQuote, unknown>(key, () =>
    call(quoteCall, { params: place, body: { intent_signal: settled } }),
  )
  return { quote: key ? data : undefined, error: key && !data ? error : undefined }
}
