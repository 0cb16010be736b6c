import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { Inbox } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { RunSearchButton } from '../../features/searches/run-search-button.tsx'
import { signalsPath } from '../../features/signals/signal-paths.ts'
import { newSignalPath } from '../../lib/new-signal.ts'
import { passedOverPath } from '../../lib/passed-over-path.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface NoLeadsProps {
  projectId: string
  signals: readonly IntentSignal[]
  searches: readonly Search[]
  canWrite: boolean
}

/** Why the project has no leads, and what to do next. */
export function NoLeads({ projectId, signals, searches, canWrite }: NoLeadsProps) {
  if (searches.some((search) => isOpen(search.state))) {
    return (
      <output className="block">
        <EmptyState icon={<Spinner className="text-accent" />} title="No leads yet: a search is running">
          They appear here as they are found. You can leave this page meanwhile.
        </EmptyState>
      </output>
    )
  }
  if (signals.length === 0) {
    return (
      <EmptyState
        icon={<Inbox aria-hidden="true" />}
        title="No leads yet"
        action={
          canWrite && (
            <Link to={newSignalPath(projectId)} className={buttonClass('primary')}>
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
        <>
          {canWrite &&
            (hasSearched ? (
              <Link to={signalsPath(projectId)} className={buttonClass('primary')}>
                Reword your signals
              </Link>
            ) : (
              <RunSearchButton projectId={projectId} signals={signals} />
            ))}
          {hasSearched && (
            <Link to={passedOverPath(projectId)} className={buttonClass()}>
              See what was passed over
            </Link>
          )}
        </>
      }
    >
      {hasSearched
        ? 'The searches kept nothing. Plainer words, more days or another signal may find some.'
        : 'Your signals are saved. A search looks for posts that match them.'}
      {isListening && ' New posts are judged as they come; what matches appears here.'}
    </EmptyState>
  )
}
