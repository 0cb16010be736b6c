import { useNavigate, useParams } from '../../lib/router/use-router.ts'
import { NewSignal } from '../../features/signals/new-signal.tsx'
import { BackToSignals } from '../../features/signals/back-to-signals.tsx'
import { signalPath } from '../../features/signals/signal-paths.ts'
import { SignalsUnread } from '../../features/signals/signals-unread.tsx'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** One more signal for a project; once added, its page opens. */
export function NewSignalPage() {
  usePageTitle('New signal')
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const signals = useIntentSignals(projectId)
  const canWrite = useCan('signal.write')
  return (
    <Page
      title="New signal"
      subtitle="A signal says in plain words what somebody would write who needs you. Each is searched for by itself."
    >
      <BackToSignals projectId={projectId} />
      {!canWrite ? (
        <Notice>Writing signals takes a member of the organization.</Notice>
      ) : signals.data ? (
        <NewSignal
          projectId={projectId}
          signals={signals.data}
          onAdded={({ id }) => void navigate(signalPath(projectId, id))}
        />
      ) : (
        <SignalsUnread {...signals} />
      )}
    </Page>
  )
}
