import type { startSecondFactor as startEndpoint } from '@leadlight/contract/own-account'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { confirmSecondFactor, startSecondFactor } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { FormActions } from './account-row.tsx'
import { CodeField } from './code-field.tsx'
import { useSecurity } from './use-security.ts'

type Started = ReplyOf<typeof startEndpoint>

interface SecondFactorSetupProps {
  onClose: () => void
  /** Called with the recovery codes once it is on. */
  onDone: (codes: string[]) => void
}

/** Two steps: the password, then the secret for the authenticator app and a code from it. */
export function SecondFactorSetup({ onClose, onDone }: SecondFactorSetupProps) {
  const [started, setStarted] = useState<Started | null>(null)
  return started ? (
    <ConfirmForm started={started} onClose={onClose} onDone={onDone} />
  ) : (
    <PasswordForm onStarted={setStarted} onClose={onClose} />
  )
}

function PasswordForm({ onStarted, onClose }: { onStarted: (started: Started) => void; onClose: () => void }) {
  const { onSubmit, busy, failure } = useSubmit(async (form) =>
    onStarted(await call(startSecondFactor, { body: { password: formText(form, 'password') } })),
  )
  const error = failureByField(failure, { BAD_PASSWORD: 'password' })
  return (
    <form onSubmit={onSubmit} aria-label="Second factor" className="grid gap-4">
      {error.form && <Notice tone="bad">{error.form}</Notice>}
      <p className="text-ink-2">
        You need an authenticator app on your phone or in your password manager. From then on signing in takes your
        password and a code of the app.
      </p>
      <Field label="Your password" error={error.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      <FormActions label="Continue" busy={busy} onCancel={onClose} />
    </form>
  )
}

function ConfirmForm({ started, onClose, onDone }: SecondFactorSetupProps & { started: Started }) {
  const { mutate } = useSecurity()
  const first = useRef<HTMLParagraphElement>(null)
  // Not the code's field: on a phone its keyboard would cover the steps above.
  useEffect(() => first.current?.focus(), [])
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const { recovery_codes } = await call(confirmSecondFactor, { body: { code: formText(form, 'code').trim() } })
    onDone(recovery_codes)
    await mutate()
  })
  const error = failureByField(failure, { BAD_SECOND_FACTOR: 'code' })
  return (
    <form onSubmit={onSubmit} aria-label="Second factor" className="grid gap-5">
      {error.form && <Notice tone="bad">{error.form}</Notice>}
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <QrCode
          text={started.otpauth_url}
          label="Picture to scan with your authenticator app"
          className="size-44 overflow-hidden rounded-card border"
        />
        <div className="grid gap-3">
          <p ref={first} tabIndex={-1} className="outline-none">
            <strong className="font-semibold">1.</strong> Scan this with the app, or{' '}
            <a href={started.otpauth_url} className="link">
              open the app on this device
            </a>
            .
          </p>
          <div className="grid gap-1.5">
            <p className="text-s text-ink-3">Or type the secret into it:</p>
            <div className="flex flex-wrap items-center gap-2.5">
              <code className="min-w-0 rounded-control bg-sunken px-2 py-1 font-mono text-s break-all">
                {inGroupsOfFour(started.secret)}
              </code>
              <CopyButton text={started.secret} what="the secret" size="s" />
            </div>
          </div>
        </div>
      </div>
      <div className="grid gap-1.5">
        <p>
          <strong className="font-semibold">2.</strong> Enter the code that it shows.
        </p>
        <CodeField kind="app" error={error.code} />
      </div>
      <FormActions label="Turn on" busy={busy} onCancel={onClose} />
    </form>
  )
}

/** In groups of four, as people read it aloud. */
function inGroupsOfFour(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(' ') ?? secret
}
