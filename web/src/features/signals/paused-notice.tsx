import type { IntentSignal } from '@leadlight/contract/signals'
import { Link } from '../../lib/router/link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'

interface PausedNoticeProps {
  signals: readonly IntentSignal[]
  /** Where budgets are changed; left out without the permission. */
  to?: string | undefined
  className?: string
}

/** Says beside the leads that monitoring is paused for lack of budget, naming the signal if there are several. */
export function PausedNotice({ signals, to, className = 'rounded-none border-t' }: PausedNoticeProps) {
  const paused = signals.filter(({ monitoring }) => monitoring.state === 'paused')
  if (paused.length === 0) return null
  return (
    <Notice
      tone="warning"
      className={classNames('shrink-0 text-s', className)}
      action={
        to !== undefined && (
          <Link to={to} className="link">
            See the signals
          </Link>
        )
      }
    >
      <b className="font-medium">Monitoring is paused.</b>
      {paused.map(({ id, intent_signal: words, monitoring }) => (
        <p key={id}>
          {signals.length > 1 && `${words}: `}
          {monitoring.note}
        </p>
      ))}
    </Notice>
  )
}
