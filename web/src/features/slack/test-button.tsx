import { useState, type ReactNode } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { SlackChanges } from './use-slack.ts'

interface TestButtonProps {
  channel: { id: string; name: string }
  changes: SlackChanges
  icon: ReactNode
}

/** Sends a test message to a channel, and shows the result. */
export function TestButton({ channel, changes, icon }: TestButtonProps) {
  const [busy, setBusy] = useState(false)
  async function test() {
    setBusy(true)
    try {
      const { sent, problem } = await changes.test(channel.id)
      if (sent) showToast({ kind: 'success', message: `A test was sent to #${channel.name}.` })
      else showToast({ kind: 'error', message: `No test came to #${channel.name}. ${problem?.detail ?? ''}` })
    } catch (error) {
      showToast({ kind: 'error', message: `No test was sent. ${messageOf(error)}` })
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton label={`Test #${channel.name}`} disabled={busy} onClick={() => void test()}>
      {icon}
    </IconButton>
  )
}
