import { isNameTyped } from '@leadlight/domain/names'
import { useId, useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface ConfirmByTypingProps {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  /** The text to type, such as a name. */
  word: string
  /** The field's label: "Type the name of the project". */
  label: string
  action: string
  /** The label of the cancel button. */
  keep?: string
  /** Runs on confirmation; a rejection is shown and nothing closes. */
  onConfirm: (typed: string) => Promise<void>
  messageOf: (error: unknown) => string
}

/** Confirms an irreversible action: the button is enabled once the word has been typed. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { open, onClose, title, description, word, label, action, keep = 'Keep it', onConfirm, messageOf } = props
  const form = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const matches = isNameTyped(typed, word)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!matches) return
    setBusy(true)
    setError(null)
    try {
      await onConfirm(typed)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" type="submit" form={form} disabled={!matches} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Field label={label} hint={<span className="break-all">{word}</span>} error={error}>
          {(control) => (
            <Input {...control} value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
