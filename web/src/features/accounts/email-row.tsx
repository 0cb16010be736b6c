import type { User } from '@leadlight/contract/accounts'
import { useState } from 'react'
import { changeEmail } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { useInstance } from '../../lib/instance.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Chip } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountRow, FormActions } from './account-row.tsx'
import { PROOF_REFUSALS, ProofFields, proofIn } from './proof-fields.tsx'
import { useSecurity } from './use-security.ts'

/** The account's email address. A new one applies once its mailed link is followed. */
export function EmailRow({ user }: { user: User }) {
  const { data: security } = useSecurity()
  const instance = useInstance()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const value = (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 break-all">{user.email}</span>
        <Chip tone={user.is_verified ? 'good' : 'accent'}>{user.is_verified ? 'Verified' : 'Not verified'}</Chip>
      </div>
      {security?.has_password === false && (
        <p className="mt-1 text-s text-ink-3">Changing it takes a password. Set one below first.</p>
      )}
      {sentTo && (
        <Notice className="mt-2.5">
          {instance?.mail === false
            ? `A link for ${sentTo} is ready. No mail is sent here, so ask the person who runs Leadlight for it. ${FOUND_IN_OUTBOX}`
            : `A link was mailed to ${sentTo}.`}{' '}
          Your address stays as it is until you follow it, within an hour.
        </Notice>
      )}
    </>
  )
  if (!security?.has_password) return <AccountRow title="Email" value={value} />
  return (
    <AccountRow title="Email" value={value} action="Change email">
      {(close) => <ChangeEmailForm onSent={setSentTo} onClose={close} />}
    </AccountRow>
  )
}

function ChangeEmailForm({ onSent, onClose }: { onSent: (email: string) => void; onClose: () => void }) {
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const email = formText(form, 'email').trim()
    await call(changeEmail, { body: { email, ...proofIn(form) } })
    onSent(email)
    onClose()
  })
  const error = failureByField(failure, PROOF_REFUSALS)
  const isMailed = useInstance()?.mail !== false
  return (
    <form onSubmit={onSubmit} aria-label="Email" className="grid gap-4">
      {error.form && <Notice tone="bad">{error.form}</Notice>}
      <Field label="New email">
        {(control) => <Input {...control} type="email" name="email" autoComplete="email" required />}
      </Field>
      <ProofFields error={error} failure={failure} />
      <FormActions label={isMailed ? 'Mail me the link' : 'Make the link'} busy={busy} onCancel={onClose} />
    </form>
  )
}
