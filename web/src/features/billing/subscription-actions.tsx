import type { Subscription } from '@leadlight/contract/organization'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { cancelSubscription, resumeSubscription } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useRefreshBilling } from './use-billing.ts'

/** An admin's actions on the plan: change, cancel, resume. */
export function SubscriptionActions({ subscription }: { subscription: Subscription | null }) {
  const reread = useRefreshBilling()
  const [asks, setAsks] = useState(false)
  const { busy, run } = useToastedAttempt()
  const ends = subscription?.cancel_at_period_end === true

  async function change(route: typeof cancelSubscription, done: string) {
    await run(async () => {
      await call(route, {})
      await reread()
      showToast({ kind: 'success', message: done })
    })
    setAsks(false)
  }
  if (subscription?.kind === 'included') return null
  const day = subscription ? formatDate(subscription.current_period_end) : ''
  return (
    <div className="grid gap-2 pt-1">
      <div className="flex flex-wrap gap-2">
        {subscription?.kind !== 'custom' && (
          <Link to="/org/select-plan" className={buttonClass(subscription ? 'default' : 'primary')}>
            {subscription ? 'Change plan' : 'Choose a plan'}
          </Link>
        )}
        {ends && (
          <Button
            variant="primary"
            busy={busy}
            onClick={() => void change(resumeSubscription, 'Your plan goes on as before.')}
          >
            Resume
          </Button>
        )}
        {subscription && !ends && !asks && (
          <Button variant="quiet" onClick={() => setAsks(true)}>
            Cancel plan
          </Button>
        )}
      </div>
      {asks && (
        <InlineConfirm
          label="Cancel the plan?"
          action="Cancel plan"
          keep="Keep it"
          onKeep={() => setAsks(false)}
          onConfirm={() => change(cancelSubscription, `Your plan ends on ${day}.`)}
        >
          It goes on until {day}, and is not paid for again. What is left of its credits ends with it.
        </InlineConfirm>
      )}
    </div>
  )
}
