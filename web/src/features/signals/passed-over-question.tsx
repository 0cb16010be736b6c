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
}

/** Asks of a passed-over post what a preview asks of its posts. The signal learns from the answer at once. */
export function PassedOverQuestion({ projectId, signalId, postId }: PassedOverQuestionProps) {
  const canAnswer = useCan('signal.write')
  const { data: signals } = useIntentSignals(projectId)
  const { update } = useSignalChanges(projectId)
  const { mutate } = useSWRConfig()
  const { busy, run } = useToastedAttempt()
  const [sent, setSent] = useState<boolean | null>(null)
  const signal = signals?.find(({ id }) => id === signalId)
  if (!canAnswer || !signal) return null
  const saved = signal.answers.find(({ post_id }) => post_id === postId)?.fits ?? null
  const answer = busy ? sent : saved
  function give(fits: boolean) {
    if (busy) return
    const next = answer === fits ? null : fits
    setSent(next)
    void run(async () => {
      await update(signalId, { answers: [{ post_id: postId, fits: next }] })
      // It says what the team said.
      void mutate(keys.passedOverReason(signalId, postId))
    }, 'The answer was not kept.')
  }
  return (
    <div className="grid gap-1.5">
      <AnswerQuestion answer={answer ?? undefined} onAnswer={give} />
      <output className="text-s text-ink-2">
        {answer !== null &&
          'Your answer teaches this signal, for what it finds from now on. This post is judged again only when its signal is.'}
      </output>
    </div>
  )
}
