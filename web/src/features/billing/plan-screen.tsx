import type { Subscription } from '@leadlight/contract/organization'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useCan } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { useCredits, useSubscription, useUpgradeNeed } from '../../lib/organization.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { BalanceCard } from './balance-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanChoices } from './plan-choices.tsx'

/** For users who have run out of credits or want more: the plans, or when credits come next and whom to ask. */
export function PlanScreen({ children }: { children?: ReactNode }) {
  const { data: subscription } = useSubscription()
  const isSold = subscription !== undefined && subscription?.kind !== 'included'
  const canManage = useCan('billing.manage')
  usePageTitle('Upgrade Plan')
  return (
    <Page title="Upgrade Plan" subtitle="Your plan, and when your next credits come" width={isSold ? 'l' : 'm'}>
      {children}
      {subscription !== undefined && <State subscription={subscription} isSold={isSold} canManage={canManage} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <PlanCard />
        <BalanceCard />
      </div>
      {isSold && <PlanChoices subscription={subscription} canManage={canManage} />}
      {canManage && (
        <p className="text-ink-2">
          <Link to="/org/billing" className="link">
            Billing
          </Link>{' '}
          lists what credits were spent on{isSold && ', your invoices and your payment method'}.
        </p>
      )}
    </Page>
  )
}

interface StateProps {
  subscription: Subscription | null
  isSold: boolean
  canManage: boolean
}

/** A summary of plan and balance; renders nothing until both have loaded. */
function State({ subscription, isSold, canManage }: StateProps) {
  const { need } = useUpgradeNeed()
  const { data: credits } = useCredits()
  if (!credits) return null
  if (need === 'not_needed')
    return (
      <Notice tone="good">
        {isSold
          ? 'You have an active plan and credits.'
          : 'You have an active plan and credits. There is nothing to upgrade.'}
      </Notice>
    )
  if (!isSold) {
    const day = formatDate(credits.next_grant_at ?? '')
    return (
      <Notice tone="warning">
        {`Your credits are used up. The next come on ${day}. To have more before that, ask the person who runs this installation.`}
      </Notice>
    )
  }
  if (!canManage) {
    return <Notice tone="warning">Your organization needs a plan to go on. Ask one of its admins to choose one.</Notice>
  }
  if (subscription?.cancel_at_period_end) {
    return <Notice tone="warning">Your plan is canceled. Keep it, or choose another, to go on after it ends.</Notice>
  }
  if (subscription) {
    return <Notice tone="warning">Your credits are used up. Choose a larger plan to have more now.</Notice>
  }
  return <Notice tone="warning">Choose a plan to go on finding leads once your trial is spent.</Notice>
}
