import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useSWRConfig } from 'swr'
import { capGuestSpending } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { showToast } from '../../ui/toast.tsx'

/** The monthly spending limit of all guests together; empty means no limit. */
export function GuestCap({ projectId, cap }: { projectId: string; cap: number | null }) {
  const { mutate } = useSWRConfig()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(new FormData(event.currentTarget), 'cap').trim()
    const newCap = typed === '' ? null : Number(typed)
    if (newCap !== null && !(newCap >= 0)) return setError('Enter a number of credits, or leave it empty.')
    setBusy(true)
    setError(null)
    try {
      const saved = await call(capGuestSpending, { params: { projectId }, body: { monthly_credit_cap: newCap } })
      await mutate(keys.guestsAccess(projectId), saved, { revalidate: false })
      showToast({ kind: 'success', message: 'Saved' })
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field
        label="Credits guests may spend here each month"
        hint="Together, in a calendar month. Empty means no limit of its own."
        error={error}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              name="cap"
              inputMode="decimal"
              defaultValue={cap ?? ''}
              maxLength={12}
              autoComplete="off"
              className="min-w-0 flex-1"
            />
            <Button type="submit" busy={busy} className="h-9">
              Save limit
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
