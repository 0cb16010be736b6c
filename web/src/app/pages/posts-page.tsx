import { lazy, Suspense, useMemo } from 'react'
import { useParams } from '../../lib/router/use-router.ts'
import { LeadInbox } from '../../features/leads/lead-inbox.tsx'
import { RunSearchButton } from '../../features/searches/run-search-button.tsx'
import { useSearches } from '../../features/searches/use-searches.ts'
import { signalsPath } from '../../features/signals/signal-paths.ts'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { SkeletonGroup } from '../../ui/skeleton.tsx'

const SearchPanel = lazy(async () => ({
  default: (await import('../../features/searches/search-panel.tsx')).SearchPanel,
}))
const PausedNotice = lazy(async () => ({
  default: (await import('../../features/signals/paused-notice.tsx')).PausedNotice,
}))

const NoLeads = lazy(async () => ({ default: (await import('./no-leads.tsx')).NoLeads }))

const NONE: never[] = []
const REASON_LOADS = (
  <SkeletonGroup label="Loading the leads" className="h-40">
    {null}
  </SkeletonGroup>
)

/** A project's leads, and the open one if the URL names it. */
export function PostsPage() {
  usePageTitle('Posts')
  const { projectId = '', id = null } = useParams()
  const { data: signals = NONE, isLoading: signalsLoad } = useIntentSignals(projectId)
  const { data: searches = NONE, isLoading: searchesLoad } = useSearches(projectId)
  const canWrite = useCan('signal.write')
  // The list renders again for changes in these, not for every opened lead.
  const around = useMemo(
    () => ({
      actions: canWrite && <RunSearchButton projectId={projectId} signals={signals} />,
      notice: (
        <>
          {searches.length > 0 && (
            <Suspense>
              <SearchPanel projectId={projectId} searches={searches} signals={signals} canStop={canWrite} />
            </Suspense>
          )}
          {signals.some(({ monitoring }) => monitoring.state === 'paused') && (
            <Suspense>
              <PausedNotice signals={signals} to={signalsPath(projectId)} />
            </Suspense>
          )}
        </>
      ),
      // Why there are none is known only once both have come.
      whenEmpty:
        signalsLoad || searchesLoad ? (
          REASON_LOADS
        ) : (
          <Suspense fallback={REASON_LOADS}>
            <NoLeads {...{ projectId, signals, searches, canWrite }} />
          </Suspense>
        ),
    }),
    [projectId, signals, searches, signalsLoad, searchesLoad, canWrite],
  )
  return <LeadInbox projectId={projectId} openId={id} signals={signals} {...around} />
}
