import type { User } from '@leadlight/contract/accounts'
import { useSWRConfig } from 'swr'
import { updateName } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormActions } from './account-row.tsx'

/** Sets the first and last name. */
export function NameForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate } = useSWRConfig()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const word = (name: string) => formText(form, name).trim()
    const query = { first_name: word('first_name'), last_name: word('last_name') }
    const saved = await call(updateName, { query })
    await mutate(keys.me, saved, { revalidate: false })
    onClose()
  })
  const { form: error } = failureByField(failure)
  return (
    <form onSubmit={onSubmit} aria-label="Name" className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name">
          {(control) => (
            <Input
              {...control}
              name="first_name"
              autoComplete="given-name"
              maxLength={100}
              required
              defaultValue={user.first_name ?? ''}
            />
          )}
        </Field>
        <Field label="Last name">
          {(control) => (
            <Input
              {...control}
              name="last_name"
              autoComplete="family-name"
              maxLength={100}
              defaultValue={user.last_name ?? ''}
            />
          )}
        </Field>
      </div>
      <FormActions label="Save name" busy={busy} onCancel={onClose} />
    </form>
  )
}
