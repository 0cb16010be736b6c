import { useState } from 'react'
import { fetchJson } from '../../lib/api.ts'
import { useInstanceWithoutSession } from '../../lib/read-instance.ts'
import { Button } from '../../ui/button.tsx'
import { GoogleMark } from './google-mark.tsx'

interface GoogleButtonProps {
  onError: (message: string) => void
  /** Navigates to Google. */
  leave?: (address: string) => void
}

/** "Continue with Google"; renders nothing if the installation has no Google client. */
export function GoogleButton({ onError, leave = (address) => window.location.assign(address) }: GoogleButtonProps) {
  const [busy, setBusy] = useState(false)
  const instance = useInstanceWithoutSession()
  if (!instance?.google) return null
  async function start() {
    setBusy(true)
    try {
      leave(authorizationUrlIn(await fetchJson('/auth/google/authorize')))
    } catch {
      setBusy(false)
      onError('Sign in with Google failed')
    }
  }
  return (
    <>
      <Button size="l" busy={busy} onClick={() => void start()}>
        {!busy && <GoogleMark />}
        Continue with Google
      </Button>
      <p className="flex items-center gap-3 text-s text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  )
}

function authorizationUrlIn(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'authorization_url' in answer) {
    if (typeof answer.authorization_url === 'string') return answer.authorization_url
  }
  throw new TypeError('The answer holds no authorization_url')
}
