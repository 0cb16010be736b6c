import type { Subscription } from '@leadlight/contract/organization'
import type { ReactNode } from 'react'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { useSubscription } from '../../lib/organization.ts'
import { Chip } from '../../ui/chip.tsx'
import { FactCard, FailedCard, LoadingCard } from './fact-card.tsx'

/** The organization's plan: its state, its price and its monthly credits. */
export function PlanCard({ children }: { children?: ReactNode }) {
  const { data: subscription, error, mutate, isValidating } = useSubscription()
  if (subscription === undefined) {
    if (!error) return <LoadingCard label="Loading the plan" />
    return (
      <FailedCard
        title="Plan"
        problem="The plan could not be loaded"
        onRetry={() => void mutate()}
        retrying={isValidating}
      >
        The plan itself is as it was.
      </FailedCard>
    )
  }
  if (subscription === null) {
    return (
      <FactCard title="Plan" aside={<Chip>No plan</Chip>}>
        <p className="text-xl font-semibold">Trial</p>
        <p className="text-ink-2">Your organization has no plan. What its trial brought stays until it is spent.</p>
        {children}
      </FactCard>
    )
  }
  return (
    <FactCard title="Plan" aside={<State subscription={subscription} />}>
      <p className="text-xl font-semibold wrap-anywhere">{subscription.plan_name}</p>
      <p className="text-ink-2">{describePlan(subscription)}</p>
      {children}
    </FactCard>
  )
}

function State({ subscription }: { subscription: Subscription }) {
  if (subscription.status === 'past_due') return <Chip tone="bad">Payment failed</Chip>
  if (subscription.cancel_at_period_end) return <Chip tone="bad">Canceled</Chip>
  return <Chip tone="good">Active</Chip>
}

function describePlan({ kind, price, currency, cancel_at_period_end: ends, ...plan }: Subscription): ReactNode {
  const credits = `${formatNumber(plan.monthly_credits)} credits a month`
  const day = formatDate(plan.current_period_end)
  if (kind === 'included') return `${credits}. This month ends on ${day}.`
  const cost = price !== null && currency !== null ? ` for ${formatMoney(price, currency)}` : ''
  return ends ? `${credits}${cost}. It ends on ${day}.` : `${credits}${cost}. It renews on ${day}.`
}
