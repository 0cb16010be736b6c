import { useNavigate, useParams } from '../../lib/router/use-router.ts'
import { BackToSignals } from '../../features/signals/back-to-signals.tsx'
import { signalPath } from '../../features/signals/signal-paths.ts'
import { SignalsUnread } from '../../features/signals/signals-unread.tsx'
import { WatchNames } from '../../features/signals/watch-names.tsx'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** One more name for a project to watch; once added, its page opens. */
export function WatchNamesPage() {
  usePageTitle('Watch a name')
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const signals = useIntentSignals(projectId)
  const canWrite = useCan('signal.write')
  return (
    <Page
      title="Watch a name"
      subtitle="Your own name, a rival’s or a product’s. Every post that has it becomes a lead, for nothing and without a score."
    >
      <BackToSignals projectId={projectId} />
      {!canWrite ? (
        <Notice>Watching names takes a member of the organization.</Notice>
      ) : signals.data ? (
        <WatchNames
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
