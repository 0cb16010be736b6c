import { Link, useSearchParams } from 'react-router'
import { useInstance } from '../../lib/instance.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useWayOn } from '../../lib/use-way-on.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenCard } from '../../ui/screen-card.tsx'

/** What Slack says when somebody presses Cancel there. */
const CALLED_OFF = 'access_denied'

/** Where Slack leads back to: says whether it is connected now, by what stands in the address. */
export function SlackCallbackScreen() {
  const [params] = useSearchParams()
  const instance = useInstance()
  const { to, text } = useWayOn()
  const error = params.get('error')
  const isConnected = params.get('connected') === 'true' && error === null
  usePageTitle('Connect Slack')
  return (
    <ScreenCard title="Connect Slack">
      {isConnected ? (
        <Notice tone="good">Slack is connected.</Notice>
      ) : (
        <Notice tone="bad">Slack was not connected.</Notice>
      )}
      {!isConnected && <p className="text-ink-2">{reason(error, instance?.slack)}</p>}
      <Link to={to} className={buttonClass(isConnected ? 'primary' : 'default', 'l')}>
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
