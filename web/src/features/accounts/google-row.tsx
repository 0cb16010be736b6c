import type { AccountSecurity } from '@leadlight/contract/own-account'
import { useState } from 'react'
import { linkGoogle, unlinkGoogle } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useInstance } from '../../lib/instance.ts'
import { messageOf } from '../../lib/request-error.ts'
import { rememberReturnTo } from '../../lib/return-to.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountRow } from './account-row.tsx'
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
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const linked = security.google_email
  if (!linked && !instance?.google) return null
  async function link() {
    const { authorization_url } = await call(linkGoogle, {})
    rememberReturnTo('/account')
    leave(authorization_url)
  }
  async function unlink() {
    await call(unlinkGoogle, {})
    await mutate()
  }
  async function press() {
    setBusy(true)
    setError(null)
    await (linked ? unlink() : link()).catch((failure: unknown) => setError(messageOf(failure)))
    setBusy(false)
  }
  const value = (
    <>
      <span className="break-all">{linked ?? 'Not linked'}</span>
      {linked && !security.has_password && (
        <p className="mt-1 text-s text-ink-3">The only way you sign in. Set a password before you unlink it.</p>
      )}
      {error && (
        <Notice tone="bad" className="mt-2.5">
          {error}
        </Notice>
      )}
    </>
  )
  const button = (!linked || security.has_password) && (
    <Button busy={busy} onClick={() => void press()}>
      {linked ? 'Unlink Google' : 'Link Google'}
    </Button>
  )
  return <AccountRow title="Google" value={value} buttons={button} />
}
