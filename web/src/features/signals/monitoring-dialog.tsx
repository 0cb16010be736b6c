import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { SignalMonitoring } from './signal-monitoring.tsx'

interface MonitoringDialogProps {
  projectId: string
  signal: IntentSignal
  onClose: () => void
}

/** Turns a signal's monitoring on, which takes a budget where judging costs something, or off, which is confirmed. */
export function MonitoringDialog({ projectId, signal, onClose }: MonitoringDialogProps) {
  const [asks] = useState(signal.monitoring.enabled ? ('stop' as const) : ('budget' as const))
  return (
    <Dialog open onOpenChange={onClose} title="Monitoring" description={signal.intent_signal}>
      <SignalMonitoring projectId={projectId} signal={signal} canWrite asks={asks} onDone={onClose} />
    </Dialog>
  )
}
