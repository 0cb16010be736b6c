import type { IntentSignal } from '@leadlight/contract/signals'
import { AtSign, Plus, Radar } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { useParams } from '../../lib/router/use-router.ts'
import { RunSearchButton } from '../../features/searches/run-search-button.tsx'
import { useRunSearch } from '../../features/searches/use-run-search.ts'
import { useSearches } from '../../features/searches/use-searches.ts'
import { PausedNotice } from '../../features/signals/paused-notice.tsx'
import { SignalList } from '../../features/signals/signal-list.tsx'
import { watchNamesPath } from '../../features/signals/signal-paths.ts'
import { SignalsUnread } from '../../features/signals/signals-unread.tsx'
import { withNewestSearch } from '../../features/signals/with-newest-search.ts'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { newSignalPath } from '../../lib/new-signal.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** A project's signals, oldest first. */
export function SignalsPage() {
  usePageTitle('Signals')
  const { projectId = '' } = useParams()
  const signals = useIntentSignals(projectId)
  const { data: searches = [] } = useSearches(projectId)
  const { run } = useRunSearch(projectId)
  const canWrite = useCan('signal.write')
  const { data } = signals
  return (
    <Page
      title="Signals"
      subtitle="Who this project looks for, and what each signal brings"
      actions={canWrite && data && data.length > 0 && <Actions projectId={projectId} signals={data} />}
    >
      {!canWrite && <Notice>You can read the signals. Changing them takes a member of the organization.</Notice>}
      {data ? (
        data.length === 0 ? (
          <NoSignals projectId={canWrite ? projectId : null} />
        ) : (
          <>
            <PausedNotice signals={data} className="rounded-card border-0" />
            <SignalList
              projectId={projectId}
              signals={data.map((signal) => withNewestSearch(signal, searches))}
              canWrite={canWrite}
              onRun={(id) => void run([id])}
            />
          </>
        )
      ) : (
        <SignalsUnread {...signals} />
      )}
    </Page>
  )
}

function Actions({ projectId, signals }: { projectId: string; signals: readonly IntentSignal[] }) {
  return (
    <>
      <Link to={newSignalPath(projectId)} className={buttonClass('default', 's')}>
        <Plus aria-hidden="true" />
        Add signal
      </Link>
      <Link to={watchNamesPath(projectId)} className={buttonClass('default', 's')}>
        <AtSign aria-hidden="true" />
        Watch a name
      </Link>
      <RunSearchButton projectId={projectId} signals={signals} />
    </>
  )
}

/** `projectId` is null where no signal may be written. */
function NoSignals({ projectId }: { projectId: string | null }) {
  return (
    <EmptyState
      icon={<Radar aria-hidden="true" />}
      title="No signals yet"
      action={
        projectId !== null && (
          <div className="flex flex-wrap justify-center gap-2">
            <Link to={newSignalPath(projectId)} className={buttonClass('primary')}>
              Write your first signal
            </Link>
            <Link to={watchNamesPath(projectId)} className={buttonClass()}>
              Watch a name
            </Link>
          </div>
        )
      }
    >
      A signal says in plain words what somebody would write who needs you. Each is searched for by itself.
    </EmptyState>
  )
}
