import { useSWRConfig } from 'swr'
import { capGuestSpending } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { showToast } from '../../ui/toast.tsx'

/** The monthly spending limit of all guests together; empty means no limit. */
export function GuestCap({ projectId, cap }: { projectId: string; cap: number | null }) {
  const { mutate } = useSWRConfig()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const typed = formText(form, 'cap').trim()
    const newCap = typed === '' ? null : Number(typed)
    if (newCap !== null && !(newCap >= 0)) throw new Error('Enter a number of credits, or leave it empty.')
    const saved = await call(capGuestSpending, { params: { projectId }, body: { monthly_credit_cap: newCap } })
    await mutate(keys.guestsAccess(projectId), saved, { revalidate: false })
    showToast({ kind: 'success', message: 'Saved' })
  })
  return (
    <form onSubmit={onSubmit}>
      <Field
        label="Credits guests may spend here each month"
        hint="Together, in a calendar month. Empty means no limit of its own."
        error={failureByField(failure).form}
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
