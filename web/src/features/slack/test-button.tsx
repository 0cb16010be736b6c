import type { ReactNode } from 'react'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
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
  const { busy, run } = useToastedAttempt()
  async function test() {
    const { sent, problem } = await changes.test(channel.id)
    if (sent) showToast({ kind: 'success', message: `A test was sent to #${channel.name}.` })
    else showToast({ kind: 'error', message: `No test came to #${channel.name}. ${problem?.detail ?? ''}` })
  }
  return (
    <IconButton label={`Test #${channel.name}`} disabled={busy} onClick={() => void run(test, 'No test was sent.')}>
      {icon}
    </IconButton>
  )
}
