import { useState } from 'react'
import { requestVerifyToken } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useInstance } from '../../lib/instance.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MailHint } from './mail-hint.tsx'

/** Requests another verification link. */
export function RequestVerification() {
  const isMailed = useInstance()?.mail !== false
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const email = formText(form, 'email').trim()
    await call(requestVerifyToken, { body: { email } })
    setSentTo(email)
  })
  if (sentTo) {
    return (
      <div className="grid gap-3">
        <Notice tone="good">
          If {sentTo} has an account that is not verified yet, a new link is {isMailed ? 'on its way' : 'ready'}.
        </Notice>
        <MailHint isMailed={isMailed} />
      </div>
    )
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <Field label="Email" error={failureByField(failure).form}>
        {(control) => <Input {...control} type="email" name="email" autoComplete="username" required />}
      </Field>
      <Button type="submit" size="l" busy={busy}>
        {isMailed ? 'Send a new link' : 'Make a new link'}
      </Button>
    </form>
  )
}
