import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { useFoundLeads } from '../../lib/found-leads.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table, TableHeader } from '../../ui/table.tsx'
import { MonitoringDialog } from './monitoring-dialog.tsx'
import { RemoveSignal } from './remove-signal.tsx'
import { SignalRow } from './signal-row.tsx'
import { useFreeMonitoring } from './use-free-monitoring.ts'
import { useMonitoringEvents } from './use-monitoring-events.ts'
import { useReanalyses } from './use-reanalyses.ts'
import { useSpentCredits } from './use-spent-credits.ts'

interface SignalListProps {
  projectId: string
  /** In the order they are shown. */
  signals: readonly IntentSignal[]
  canWrite: boolean
  onRun: (signalId: string) => void
}

/** A project's signals with what each brought, how good it is, and what it cost; on narrow screens as cards. */
export function SignalList({ projectId, signals, canWrite, onRun }: SignalListProps) {
  useMonitoringEvents(projectId, signals)
  useReanalyses(projectId, signals)
  const found = useFoundLeads(projectId)
  const spent = useSpentCredits(projectId)
  const startFreely = useFreeMonitoring(projectId)
  const startName = useFreeMonitoring(projectId, 'name')
  const [asking, setAsking] = useState<{ id: string; about: 'monitoring' | 'removal' } | null>(null)
  const asked = signals.find(({ id }) => id === asking?.id) ?? null
  function switchMonitoring(signal: IntentSignal) {
    const start = signal.kind === 'name' ? startName : startFreely
    if (start && !signal.monitoring.enabled) start(signal)
    else setAsking({ id: signal.id, about: 'monitoring' })
  }
  return (
    <>
      {found.error !== undefined && (
        <Notice
          tone="bad"
          action={
            <Button size="s" onClick={found.retry}>
              Try again
            </Button>
          }
        >
          The numbers of leads could not be loaded. {messageOf(found.error)}
        </Notice>
      )}
      <div className="@container min-w-0">
        <Table label="Signals">
          <Headings hasCosts={spent.hasCosts} canWrite={canWrite} />
          <tbody>
            {signals.map((signal) => (
              <SignalRow
                key={signal.id}
                projectId={projectId}
                signal={signal}
                leads={found.of('intent_signals', signal.id)}
                spent={spent.hasCosts ? { credits: spent.of(signal.id) } : null}
                canWrite={canWrite}
                onRun={() => onRun(signal.id)}
                onMonitoring={() => switchMonitoring(signal)}
                onRemove={() => setAsking({ id: signal.id, about: 'removal' })}
              />
            ))}
          </tbody>
        </Table>
      </div>
      <RemoveSignal
        projectId={projectId}
        signal={asking?.about === 'removal' ? asked : null}
        onClose={() => setAsking(null)}
      />
      {asking?.about === 'monitoring' && asked && (
        <MonitoringDialog projectId={projectId} signal={asked} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

function Headings({ hasCosts, canWrite }: { hasCosts: boolean; canWrite: boolean }) {
  return (
    <thead className="@max-[700px]:sr-only">
      <tr>
        <TableHeader>Signal</TableHeader>
        <TableHeader>Leads</TableHeader>
        <TableHeader>Good leads</TableHeader>
        <TableHeader>Monitoring</TableHeader>
        {hasCosts && <TableHeader>Spent this month</TableHeader>}
        <TableHeader>Last search</TableHeader>
        {canWrite && (
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        )}
      </tr>
    </thead>
  )
}
