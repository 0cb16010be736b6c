import type { IntentSignal } from '@leadlight/contract/signals'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSignalChanges } from './signal-changes.ts'

interface RemoveSignalProps {
  projectId: string
  /** The signal to remove; null while the dialog is closed. */
  signal: IntentSignal | null
  onClose: () => void
  /** It is deleted. */
  onRemoved?: () => void
}

/** Confirms the removal of a signal, which cannot be undone. */
export function RemoveSignal({ projectId, signal, onClose, onRemoved }: RemoveSignalProps) {
  const { remove } = useSignalChanges(projectId)
  const { busy, run } = useToastedAttempt()
  async function confirm() {
    if (!signal) return
    await remove(signal.id)
    showToast({ kind: 'success', message: 'The signal is deleted. Its leads stay.' })
    onClose()
    onRemoved?.()
  }
  return (
    <Dialog
      open={signal !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Delete this signal?"
      description="Its search stops if one is running. The leads it has found stay."
      size="s"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={busy} onClick={() => void run(confirm, 'The signal could not be deleted.')}>
            Delete signal
          </Button>
        </>
      }
    >
      <p className="rounded-control bg-sunken px-3 py-2 wrap-anywhere">{signal?.intent_signal}</p>
    </Dialog>
  )
}
