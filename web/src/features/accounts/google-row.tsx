import type { AccountSecurity } from '@leadlight/contract/own-account'
import { linkGoogle, unlinkGoogle } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useInstance } from '../../lib/instance.ts'
import { failureByField } from '../../lib/request-error.ts'
import { rememberReturnTo } from '../../lib/return-to.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import type { ButtonVariant } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountRow, FormActions } from './account-row.tsx'
import { PROOF_REFUSALS, ProofFields, proofIn } from './proof-fields.tsx'
import { useSecurity } from './use-security.ts'

interface GoogleRowProps {
  security: AccountSecurity
  /** Navigates to Google. */
  leave?: (address: string) => void
}

/** Signing in with Google: linked or not. Renders nothing without a Google client and a linked account. */
export function GoogleRow({ security, leave = (address) => window.location.assign(address) }: GoogleRowProps) {
  const instance = useInstance()
  const { mutate } = useSecurity()
  const linked = security.google_email
  if (!linked && !instance?.google) return null
  async function link(form: FormData) {
    const { authorization_url } = await call(linkGoogle, { body: proofIn(form) })
    rememberReturnTo('/account')
    leave(authorization_url)
  }
  async function unlink(form: FormData) {
    await call(unlinkGoogle, { body: proofIn(form) })
    await mutate()
  }
  const value = (
    <>
      <span className="break-all">{linked ?? 'Not linked'}</span>
      {linked && !security.has_password && (
        <p className="mt-1 text-s text-ink-3">The only way you sign in. Set a password before you unlink it.</p>
      )}
    </>
  )
  if (!security.has_password) return <AccountRow title="Google" value={value} />
  if (linked) {
    return (
      <AccountRow key="linked" title="Google" value={value} action="Unlink Google">
        {(close) => <GoogleForm label="Unlink Google" variant="danger" work={unlink} onClose={close} />}
      </AccountRow>
    )
  }
  return (
    <AccountRow key="unlinked" title="Google" value={value} action="Link Google">
      {(close) => <GoogleForm label="Go to Google" work={link} onClose={close} />}
    </AccountRow>
  )
}

interface GoogleFormProps {
  label: string
  variant?: ButtonVariant
  work: (form: FormData) => Promise<void>
  onClose: () => void
}

function GoogleForm({ label, variant = 'primary', work, onClose }: GoogleFormProps) {
  const { onSubmit, busy, failure } = useSubmit(work)
  const error = failureByField(failure, PROOF_REFUSALS)
  return (
    <form onSubmit={onSubmit} aria-label="Google" className="grid gap-4">
      {error.form && <Notice tone="bad">{error.form}</Notice>}
      <ProofFields error={error} failure={failure} />
      <FormActions label={label} variant={variant} busy={busy} onCancel={onClose} />
    </form>
  )
}
