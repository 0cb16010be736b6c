import { useState } from 'react'
import { goToExternalPage } from '../../lib/external-page.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { SlackChanges } from './use-slack.ts'

interface ConnectButtonProps {
  changes: SlackChanges
  label: string
  variant?: 'primary' | 'default'
  size?: 's' | 'm'
}

/** Redirects to Slack, which redirects back. */
export function ConnectButton({ changes, label, variant = 'default', size = 'm' }: ConnectButtonProps) {
  const [busy, setBusy] = useState(false)
  async function connect() {
    setBusy(true)
    try {
      goToExternalPage(await changes.connect())
    } catch (error) {
      setBusy(false)
      showToast({ kind: 'error', message: `Slack was not connected. ${messageOf(error)}` })
    }
  }
  return (
    <Button variant={variant} size={size} busy={busy} onClick={() => void connect()}>
      {label}
    </Button>
  )
}
