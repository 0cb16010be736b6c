import type { Subscription } from '@leadlight/contract/organization'
import { CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import useSWR from 'swr'
import { refreshSubscription } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useRefreshBilling } from './use-billing.ts'

/** A payment may take a moment to be confirmed. */
const AGAIN_MS = 2000
/** After this many checks, nobody has paid, more likely than the provider being slow. */
const CHECKS_MAX = 15

/** The return page of a checkout: confirms the plan once it is active, whether or not its webhook has arrived. */
export function SubscriptionSuccessPage() {
  const canManage = useCan('billing.manage')
  usePageTitle('Subscription')
  return (
    <Page title="Subscription" width="m">
      {canManage ? <Outcome /> : <Notice>Plans are for admins of the organization to choose.</Notice>}
    </Page>
  )
}

function Outcome() {
  const reread = useRefreshBilling()
  const [looks, setLooks] = useState(0)
  const { data, error, mutate, isValidating } = useSWR<Subscription | null, unknown>(
    ['subscription-after-checkout'],
    () => call(refreshSubscription, {}),
    {
      refreshInterval: (found) => (found || looks >= CHECKS_MAX ? 0 : AGAIN_MS),
      dedupingInterval: 0,
      onSuccess: () => setLooks((before) => before + 1),
    },
  )
  const isThere = data !== undefined && data !== null
  useEffect(() => {
    if (isThere) void reread()
  }, [isThere, reread])
  if (data) return <Confirmed subscription={data} />
  if (error) {
    return (
      <ErrorState title="Your plan could not be looked up" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)} What you have paid for is not lost.
      </ErrorState>
    )
  }
  if (looks >= CHECKS_MAX) return <NotConfirmed onAgain={() => setLooks(0)} />
  return (
    <SkeletonGroup label="Waiting for your payment" className="grid gap-3 rounded-card border bg-surface p-5">
      <p className="text-ink-2">Your payment is being confirmed. This page goes on by itself.</p>
      <Skeleton className="h-6 w-40" />
    </SkeletonGroup>
  )
}

function NotConfirmed({ onAgain }: { onAgain: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<Hourglass aria-hidden="true" />}
        title="No payment has been confirmed yet"
        action={
          <>
            <Button onClick={onAgain}>Look again</Button>
            <Link to="/org/select-plan" className={buttonClass('primary')}>
              Choose a plan
            </Link>
          </>
        }
      >
        If you have paid, nothing is lost: your plan is there as soon as the payment provider confirms it. If you have
        not, choose a plan anew.
      </EmptyState>
    </Card>
  )
}

function Confirmed({ subscription }: { subscription: Subscription }) {
  const { plan_name: plan, monthly_credits: credits, current_period_end: ends } = subscription
  return (
    <Card>
      <EmptyState
        icon={<CircleCheck aria-hidden="true" className="text-good" />}
        title={`Your plan is ${plan}`}
        action={
          <>
            <Link to="/org/billing" className={buttonClass('default')}>
              See billing
            </Link>
            <Link to="/" className={buttonClass('primary')}>
              Go to your leads
            </Link>
          </>
        }
      >
        {formatNumber(credits)} credits a month. It renews on {formatDate(ends)}.
      </EmptyState>
    </Card>
  )
}
