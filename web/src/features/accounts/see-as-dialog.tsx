import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { formText } from '../../lib/form-text.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { seeAs } from './impersonation.ts'

const FORM = 'see-as'

interface SeeAsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** For super admins: continues as another user, for an hour at most. */
export function SeeAsDialog({ open, onOpenChange }: SeeAsDialogProps) {
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = formText(new FormData(event.currentTarget), 'email')
    setBusy(true)
    setError(null)
    try {
      await seeAs(email)
      await navigate('/')
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="See as another user"
      description="You see what they see and can do what they can, for an hour. All of it is written down under your name."
      size="s"
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={FORM} busy={busy}>
            See as them
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)}>
        <Field label="Their email" error={error}>
          {(control) => <Input {...control} name="email" type="email" maxLength={254} autoComplete="off" required />}
        </Field>
      </form>
    </Dialog>
  )
}
