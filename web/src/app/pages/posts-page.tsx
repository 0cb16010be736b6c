import type { IntentSignal, Search } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { Inbox, Radar } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { LeadInbox } from '../../features/leads/lead-inbox.tsx'
import { RunSearchButton } from '../../features/searches/run-search-button.tsx'
import { SearchPanel } from '../../features/searches/search-panel.tsx'
import { useSearches } from '../../features/searches/use-searches.ts'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const PausedNotice = lazy(async () => ({
  default: (await import('../../features/signals/paused-notice.tsx')).PausedNotice,
}))

const NONE: never[] = []

/** The leads of a project, and one of them to read where the address names it. */
export function PostsPage() {
  usePageTitle('Posts')
  const { projectId = '', id = null } = useParams()
  const { data: signals = NONE } = useIntentSignals(projectId)
  const { data: searches = NONE } = useSearches(projectId)
  const canWrite = useCan('signal.write')
  // The list is drawn anew for what has changed in these, not for every lead that is opened.
  const around = useMemo(
    () => ({
      actions: canWrite && <Actions projectId={projectId} signals={signals} />,
      notice: (
        <>
          <SearchPanel projectId={projectId} searches={searches} signals={signals} canStop={canWrite} />
          {signals.some(({ monitoring }) => monitoring.state === 'paused') && (
            <Suspense>
              <PausedNotice signals={signals} to={canWrite ? signalsPathOf(projectId) : undefined} />
            </Suspense>
          )}
        </>
      ),
      whenEmpty: <NoLeads projectId={projectId} signals={signals} searches={searches} canWrite={canWrite} />,
    }),
    [projectId, signals, searches, canWrite],
  )
  return <LeadInbox projectId={projectId} openId={id} signals={signals} {...around} />
}

function Actions({ projectId, signals }: { projectId: string; signals: readonly IntentSignal[] }) {
  return (
    <>
      <Link to={signalsPathOf(projectId)} className={buttonClass('default', 's')}>
        <Radar aria-hidden="true" />
        <span className="@max-[340px]/column:sr-only">Signals</span>
      </Link>
      <RunSearchButton projectId={projectId} signals={signals} />
    </>
  )
}

function signalsPathOf(projectId: string): string {
  return `/projects/new/${projectId}/step-4`
}

interface NoLeadsProps {
  projectId: string
  signals: readonly IntentSignal[]
  searches: readonly Search[]
  canWrite: boolean
}

/** Why the project has no leads, and the next thing to do about it. */
function NoLeads({ projectId, signals, searches, canWrite }: NoLeadsProps) {
  const signalsPath = signalsPathOf(projectId)
  if (searches.some((search) => isOpen(search.state))) {
    return (
      <EmptyState icon={<Spinner className="text-accent" />} title="No leads yet: a search is running">
        They appear here as they are found. You can leave this page meanwhile.
      </EmptyState>
    )
  }
  if (signals.length === 0) {
    return (
      <EmptyState
        icon={<Inbox aria-hidden="true" />}
        title="No leads yet"
        action={
          canWrite && (
            <Link to={signalsPath} className={buttonClass('primary')}>
              Write your first signal
            </Link>
          )
        }
      >
        Leads are posts that match a signal: what somebody would write who needs you.
      </EmptyState>
    )
  }
  const hasSearched = searches.length > 0
  const isListening = signals.some(({ monitoring }) => monitoring.state === 'listening')
  return (
    <EmptyState
      icon={<Inbox aria-hidden="true" />}
      title={hasSearched ? 'No leads found so far' : 'No leads yet'}
      action={
        canWrite &&
        (hasSearched ? (
          <Link to={signalsPath} className={buttonClass('primary')}>
            Reword your signals
          </Link>
        ) : (
          <RunSearchButton projectId={projectId} signals={signals} />
        ))
      }
    >
      {hasSearched
        ? 'The searches kept nothing. Plainer words, more days or another signal may find some.'
        : 'Your signals are saved. A search looks for posts that match them.'}
      {isListening && ' New posts are judged as they come; what matches appears here.'}
    </EmptyState>
  )
}
