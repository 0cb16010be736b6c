import type { User } from '@leadlight/contract/accounts'
import { useState } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { useSWRConfig } from 'swr'
import { deleteAccount } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { keys } from '../../lib/keys.ts'
import { codeOf, failureByField } from '../../lib/request-error.ts'
import { removeToken } from '../../lib/session.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { FormActions } from './account-row.tsx'
import type { Handover } from './handover.ts'
import { useSecurity } from './use-security.ts'
import { useFate, WhatGoes } from './what-goes.tsx'

const DONE: Handover = { notice: 'Your account is deleted.', isGoodbye: true }

/**
 * Deletes the account after its email address and password are typed, and says what is lost. While it cannot be deleted,
 * it says why and asks for nothing.
 */
export function DeleteAccountForm({ user, onClose }: { user: User; onClose: () => void }) {
  const fate = useFate()
  const isBlocked = fate === 'blocks'
  const { data: security } = useSecurity()
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  const lookAgain = () => mutate(keys.members)
  const [typed, setTyped] = useState('')
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const password = formText(form, 'password')
    try {
      await call(deleteAccount, { body: { email: typed.trim(), ...(password && { password }) } })
    } catch (refused) {
      // The other admin has gone meanwhile.
      if (codeOf(refused) === 'last_admin') await lookAgain()
      throw refused
    }
    removeToken()
    await navigate('/sign-in', { state: DONE })
  })
  const error = failureByField(failure, { BAD_PASSWORD: 'password', email_mismatch: 'email' })
  return (
    <form onSubmit={onSubmit} aria-label="Delete your account" className="grid gap-4">
      {error.form && !isBlocked && <Notice tone="bad">{error.form}</Notice>}
      <WhatGoes fate={fate} />
      {/* Hidden while it is prevented, and not left out: what was typed is kept. */}
      <div hidden={isBlocked} className="grid gap-4">
        <Field
          label="Type your email to confirm"
          hint={<span className="break-all">{user.email}</span>}
          error={error.email}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              required
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {security?.has_password !== false && (
          <Field label="Your password" error={error.password}>
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
          </Field>
        )}
      </div>
      {isBlocked ? (
        <div className="flex flex-wrap gap-2 pt-1">
          <Button onClick={() => void lookAgain()}>Look again</Button>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      ) : (
        <FormActions
          label="Delete my account"
          variant="danger"
          busy={busy}
          disabled={fate === undefined || typed.trim().toLowerCase() !== user.email.toLowerCase()}
          onCancel={onClose}
        />
      )}
    </form>
  )
}
