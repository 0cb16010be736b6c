import { Link } from '../../lib/router/link.tsx'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { finishSlackConnection } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useInstance } from '../../lib/instance.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useToken } from '../../lib/session.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useNextLink } from '../../lib/use-next-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenCard } from '../../ui/screen-card.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Slack's error after Cancel. */
const CALLED_OFF = 'access_denied'

/** The return page from Slack: connects the project with Slack's code, which works once, and shows the result. */
export function SlackCallbackScreen() {
  const [params] = useSearchParams()
  const instance = useInstance()
  const isSignedIn = useToken() !== null
  usePageTitle('Connect Slack')
  const error = params.get('error')
  const isComplete = error === null && params.get('code') !== null && params.get('state') !== null
  if (isComplete && isSignedIn) return <Connecting search={params.toString()} />
  return <NotConnected reason={isComplete ? SIGN_IN : reason(error, instance?.slack)} />
}

const SIGN_IN =
  'You are not signed in in this browser any more. Sign in, and connect again from the settings of your project.'

function finish(search: string) {
  const params = new URLSearchParams(search)
  const query = { code: params.get('code') ?? '', state: params.get('state') ?? '' }
  return call(finishSlackConnection, { query })
}

function Connecting({ search }: { search: string }) {
  const outcome = useOnce(finish, search)
  if (outcome.state === 'failed') return <NotConnected reason={messageOf(outcome.error)} />
  if (outcome.state === 'pending') {
    return (
      <ScreenCard title="Connect Slack">
        <p className="flex items-center gap-2.5 text-ink-2">
          <Spinner />
          <output>Connecting</output>
        </p>
      </ScreenCard>
    )
  }
  const { project_id: projectId, team_name: team } = outcome.value
  return (
    <ScreenCard title="Connect Slack">
      <Notice tone="good">Slack is connected: {team}.</Notice>
      <p className="text-ink-2">Choose next which channels hear of which leads.</p>
      <Link to={`/projects/${projectId}/settings/notifications`} className={buttonClass('primary', 'l')}>
        Choose channels
      </Link>
    </ScreenCard>
  )
}

function NotConnected({ reason: why }: { reason: string }) {
  const { to, text } = useNextLink()
  return (
    <ScreenCard title="Connect Slack">
      <Notice tone="bad">Slack was not connected.</Notice>
      <p className="text-ink-2">{why}</p>
      <Link to={to} className={buttonClass('default', 'l')}>
        {text}
      </Link>
    </ScreenCard>
  )
}

function reason(error: string | null, isOffered: boolean | undefined): string {
  if (error === CALLED_OFF) return 'It was called off in Slack. Nothing has changed.'
  if (error) return `Slack answered “${error.slice(0, 100)}”. Nothing has changed.`
  if (isOffered === false) return 'This installation cannot be connected with Slack. Nothing has changed.'
  return 'Slack sent nothing that would connect it. Nothing has changed; start again from the settings of your project.'
}
