import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Feedback } from './lead-work-changes.ts'

const REASON_MAX = 500

const QUICK: Record<Feedback, readonly string[]> = {
  positive: ['Asks for what we do', 'Right kind of customer', 'Wants it soon'],
  negative: ['Only asks how, buys nothing', 'Not our kind of customer', 'Sells something', 'Too old', 'Already solved'],
}

interface FeedbackReasonProps {
  feedback: Feedback
  reason: string
  onReason: (reason: string) => void
}

/** The reason for good or poor feedback, by a button or typed. The feedback itself has been sent. */
export function FeedbackReason({ feedback, reason, onReason }: FeedbackReasonProps) {
  const [words, setWords] = useState(reason)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onReason(words.trim())
  }
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Quick reasons</legend>
        {QUICK[feedback].map((quick) => (
          <ChipButton key={quick} pressed={quick === reason} onClick={() => onReason(quick === reason ? '' : quick)}>
            {quick}
          </ChipButton>
        ))}
      </fieldset>
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          label={feedback === 'positive' ? 'What makes it a good lead' : 'What makes it a poor lead'}
          className="min-w-0 flex-1"
        >
          {(control) => (
            <Input
              {...control}
              value={words}
              maxLength={REASON_MAX}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="h-9">
          Keep
        </Button>
      </form>
    </div>
  )
}
