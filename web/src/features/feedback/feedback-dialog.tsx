import { useState } from 'react'
import { sendFeedback } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toast.tsx'

const FEEDBACK_CHARACTERS_MAX = 5000

interface FeedbackDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Feedback to the operator of this installation. The text is kept until it is sent. */
export function FeedbackDialog({ open, onOpenChange }: FeedbackDialogProps) {
  const [feedback, setFeedback] = useState('')
  const { busy, failure, run } = useAttempt()
  async function submit() {
    await call(sendFeedback, { query: { feedback: feedback.trim() } })
    setFeedback('')
    onOpenChange(false)
    showToast({ kind: 'success', message: 'Thank you. Your feedback was sent.' })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send feedback"
      description="What works, what does not, what is missing. It goes to the people who run this installation."
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" disabled={feedback.trim() === ''} busy={busy} onClick={() => void run(submit)}>
            Send
          </Button>
        </>
      }
    >
      <Field label="Your feedback" error={failureByField(failure).form}>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={feedback}
            maxLength={FEEDBACK_CHARACTERS_MAX}
            onChange={(event) => setFeedback(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
