import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { keys } from '../../lib/keys.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { AnswerQuestion } from './answer-question.tsx'
import { useSignalChanges } from './signal-changes.ts'

interface PassedOverQuestionProps {
  projectId: string
  signalId: string
  postId: string
  isKeeping: boolean
  /** Makes it a lead. */
  onKeep: () => void
}

/** Asks of a passed-over post what a preview asks of its posts. A yes makes it a lead; the signal learns from both. */
export function PassedOverQuestion({ projectId, signalId, postId, isKeeping, onKeep }: PassedOverQuestionProps) {
  const canAnswer = useCan('signal.write')
  const { data: signals } = useIntentSignals(projectId)
  const { update } = useSignalChanges(projectId)
  const { mutate } = useSWRConfig()
  const { busy, run } = useToastedAttempt()
  const [sent, setSent] = useState<false | null>(null)
  const signal = signals?.find(({ id }) => id === signalId)
  if (!canAnswer || !signal) return null
  const isRefused = signal.answers.some(({ post_id, fits }) => post_id === postId && !fits)
  const answer = isKeeping ? true : busy ? sent : isRefused ? false : null
  function give(fits: boolean) {
    if (busy || isKeeping) return
    if (fits) onKeep()
    else refuse(isRefused ? null : false)
  }
  function refuse(next: false | null) {
    setSent(next)
    void run(async () => {
      await update(signalId, { answers: [{ post_id: postId, fits: next }] })
      // It says what the team said.
      void mutate(keys.passedOverReason(signalId, postId))
    }, 'The answer was not kept.')
  }
  return (
    <div className="grid gap-1.5">
      <AnswerQuestion yes="Yes, keep it as a lead" answer={answer ?? undefined} onAnswer={give} />
      <output className="text-s text-ink-2">
        {answer === false
          ? 'Your answer teaches this signal, for what it finds from now on.'
          : 'Yes makes this post a lead of this signal at once. The signal learns from either answer.'}
      </output>
    </div>
  )
}
