import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { Card } from '../../ui/card.tsx'
import { PageFooter } from '../../ui/page-footer.tsx'
import { AskedInLastSearch } from './asked-searches.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { UnsavedChange, SignalForm } from './signal-form.tsx'
import { SignalHistory } from './signal-history.tsx'
import { SignalMonitoring } from './signal-monitoring.tsx'
import { BesidePanel, SignalPanel } from './signal-panel.tsx'
import { SignalQuality } from './signal-quality.tsx'
import { SECTION, SignalSection } from './signal-section.tsx'
import { requestAtFirst, type PanelRequest } from './use-active-signal.ts'
import { useAnswers } from './use-answers.ts'
import { useMonitoringEvents } from './use-monitoring-events.ts'
import { useReanalyses } from './use-reanalyses.ts'
import { useSignalCard } from './use-signal-card.ts'

interface SignalHomeProps {
  projectId: string
  signal: IntentSignal
}

/**
 * All there is of one signal: its words, its monitoring, how good it is, its plan, what was asked for it, and its
 * searches. The panel beside shows what it would catch or, while it is changed, what the change would do.
 */
export function SignalHome({ projectId, signal }: SignalHomeProps) {
  const canWrite = useCan('signal.write')
  useMonitoringEvents(projectId, [signal])
  useReanalyses(projectId, [signal])
  const answers = useAnswers(projectId)(signal.id, signal.answers)
  const [request, setRequest] = useState<PanelRequest>(() => requestAtFirst(signal))
  const card = useSignalCard({ projectId, signal, answers, onActive: setRequest })
  const { last_search: search } = signal
  return (
    <BesidePanel
      panel={<SignalPanel projectId={projectId} subject={signal.id} request={request} answers={answers} isSaved />}
    >
      <h2 className="sr-only">Words</h2>
      <SignalForm projectId={projectId} signal={signal} card={card} isActive={false} isAlone canWrite={canWrite} />
      <SignalSection title="Monitoring" hideTitle>
        <SignalMonitoring projectId={projectId} signal={signal} canWrite={canWrite} />
      </SignalSection>
      <SignalSection title="How good it is">
        <SignalQuality projectId={projectId} signal={signal} />
      </SignalSection>
      {canWrite && (
        <Card className={SECTION}>
          <h2 className="font-semibold">What Leadlight reads</h2>
          <PlanEditor
            projectId={projectId}
            text={card.text}
            settings={card.settings}
            disabled={false}
            onChange={card.changeSettings}
          />
        </Card>
      )}
      <SignalSection title="What was asked">
        {search === null ? (
          <p className="text-ink-2">
            Nothing yet. A search asks the platforms, and here it says what each question brought.
          </p>
        ) : (
          <AskedInLastSearch
            projectId={projectId}
            signalId={signal.id}
            searchId={search.id}
            edits={card.settings.planEdits}
            disabled={!canWrite}
            onChange={(planEdits) => card.changeSettings({ ...card.settings, planEdits })}
          />
        )}
      </SignalSection>
      <SignalSection title="History">
        <SignalHistory projectId={projectId} signal={signal} />
      </SignalSection>
      {/* Whatever part was changed, it is saved here, always in view. */}
      {card.isChanged && (
        <PageFooter className="rounded-card border bg-surface px-4 py-3 shadow-float">
          <UnsavedChange card={card} />
        </PageFooter>
      )}
    </BesidePanel>
  )
}
