import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { Radar, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate, useParams } from '../../lib/router/use-router.ts'
import { useRunSearch } from '../../features/searches/use-run-search.ts'
import { useSearches } from '../../features/searches/use-searches.ts'
import { BackToSignals } from '../../features/signals/back-to-signals.tsx'
import { NameHome } from '../../features/signals/name-home.tsx'
import { RemoveSignal } from '../../features/signals/remove-signal.tsx'
import { SignalHome } from '../../features/signals/signal-home.tsx'
import { postsOfSignalPath, signalsPath } from '../../features/signals/signal-paths.ts'
import { SignalSummary } from '../../features/signals/signal-summary.tsx'
import { SignalsUnread } from '../../features/signals/signals-unread.tsx'
import { withNewestSearch } from '../../features/signals/with-newest-search.ts'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** More of a signal's words than this is not read in a tab, and long to listen to. */
const TITLE_MAX = 60

/** One signal of a project. Its words, which are a field on the page, name the tab. */
export function SignalPage() {
  const { projectId = '', signalId = '' } = useParams()
  const signals = useIntentSignals(projectId)
  const { data: searches = [] } = useSearches(projectId)
  const canWrite = useCan('signal.write')
  const found = signals.data?.find(({ id }) => id === signalId)
  const signal = found && withNewestSearch(found, searches)
  usePageTitle(found ? shortened(found.intent_signal) : 'Signal')
  return (
    <Page
      title={signal?.kind === 'name' ? 'Name' : 'Signal'}
      subtitle={signal && <SignalSummary projectId={projectId} signal={signal} />}
      actions={signal && <Actions projectId={projectId} signal={signal} canWrite={canWrite} />}
    >
      <BackToSignals projectId={projectId} />
      {!canWrite && <Notice>You can read the signal. Changing it takes a member of the organization.</Notice>}
      {signal ? (
        signal.kind === 'name' ? (
          <NameHome key={signal.id} projectId={projectId} signal={signal} />
        ) : (
          <SignalHome key={signal.id} projectId={projectId} signal={signal} />
        )
      ) : signals.data ? (
        <EmptyState icon={<Radar aria-hidden="true" />} title="This signal does not exist">
          It may have been deleted, or be part of another project.
        </EmptyState>
      ) : (
        <SignalsUnread {...signals} />
      )}
    </Page>
  )
}

function shortened(words: string): string {
  if (words.length <= TITLE_MAX) return words
  return `${words.slice(0, TITLE_MAX).replace(/\s+\S*$/u, '')}…`
}

interface ActionsProps {
  projectId: string
  signal: IntentSignal
  canWrite: boolean
}

function Actions({ projectId, signal, canWrite }: ActionsProps) {
  const navigate = useNavigate()
  const { busy, run } = useRunSearch(projectId)
  const [isRemoving, setRemoving] = useState(false)
  const isSearched = signal.last_search !== null && isOpen(signal.last_search.state)
  return (
    <>
      {canWrite && (
        <IconButton label="Delete this signal" onClick={() => setRemoving(true)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
      <Link to={postsOfSignalPath(projectId, signal.id)} className={buttonClass()}>
        See its leads
      </Link>
      {canWrite && (
        <Button variant="primary" busy={busy} disabled={isSearched} onClick={() => void run([signal.id])}>
          {!busy && <Sparkles aria-hidden="true" />}
          Run search
        </Button>
      )}
      <RemoveSignal
        projectId={projectId}
        signal={isRemoving ? signal : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(signalsPath(projectId))}
      />
    </>
  )
}
