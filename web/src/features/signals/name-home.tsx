import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { findDraft } from '../../lib/draft.ts'
import { useCan } from '../../lib/current-user.ts'
import { NameCard } from './name-card.tsx'
import { namesDraft } from './names-draft.ts'
import { NamePreviewPanel } from './name-preview.tsx'
import { SignalHistory } from './signal-history.tsx'
import { SignalMonitoring } from './signal-monitoring.tsx'
import { BesidePanel } from './signal-panel.tsx'
import { SignalSection } from './signal-section.tsx'
import { useMonitoringEvents } from './use-monitoring-events.ts'

/** All there is of watched names: the expression, its monitoring and its searches, beside the posts that have them. */
export function NameHome({ projectId, signal }: { projectId: string; signal: IntentSignal }) {
  const canWrite = useCan('signal.write')
  const [names, setNames] = useState(() => findDraft(namesDraft(signal.id)) ?? signal.intent_signal)
  useMonitoringEvents(projectId, [signal])
  return (
    <BesidePanel panel={<NamePreviewPanel projectId={projectId} names={names} />}>
      <h2 className="sr-only">Names</h2>
      <NameCard projectId={projectId} signal={signal} canWrite={canWrite} onNames={setNames} />
      <SignalSection title="Monitoring" hideTitle>
        <SignalMonitoring projectId={projectId} signal={signal} canWrite={canWrite} />
      </SignalSection>
      <SignalSection title="History">
        <SignalHistory projectId={projectId} signal={signal} />
      </SignalSection>
    </BesidePanel>
  )
}
