import type { ReactNode } from 'react'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useCredits, useSubscription, useSubscriptionStatus } from '../../lib/organization.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** The plan the organization is on: its state, and how many credits a month it grants. */
export function PlanCard() {
  const { data: subscription } = useSubscription()
  const status = useSubscriptionStatus()
  if (status === 'loading') return <LoadingCard label="Loading the plan" />
  if (status === 'error') return null
  if (!subscription) return <FactCard title="Plan">This organization has no plan.</FactCard>
  return (
    <FactCard
      title="Plan"
      aside={<Chip tone={status === 'active' ? 'good' : 'bad'}>{status === 'active' ? 'Active' : 'Ends soon'}</Chip>}
    >
      <p className="text-xl font-semibold">{subscription.plan_name}</p>
      <p className="text-ink-2">
        <span className="num">{formatNumber(subscription.monthly_credits)}</span> credits a month. This month ends on{' '}
        {formatDate(subscription.current_period_end)}.
      </p>
    </FactCard>
  )
}

/** What is left this month, and when it is filled up again. */
export function BalanceCard() {
  const { data: credits, error } = useCredits()
  if (!credits) return error ? null : <LoadingCard label="Loading the credits" />
  return (
    <FactCard title="Credits">
      <p className="num text-xl font-semibold">{formatNumber(credits.credit_balance)}</p>
      <Progress label="Credits left" value={credits.credit_balance} max={Math.max(1, credits.monthly_credits)} />
      <p className="text-ink-2">
        {credits.next_grant_at
          ? `Filled up to ${formatNumber(credits.monthly_credits)} on ${formatDate(credits.next_grant_at)}.`
          : 'No more credits are to come without a plan.'}
      </p>
    </FactCard>
  )
}

function FactCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-2 p-4" aria-label={title}>
      <div className="flex items-center justify-between">
        <h2 className="text-s font-semibold text-ink-2">{title}</h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}

function LoadingCard({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid gap-3 rounded-card border bg-surface p-4">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-4 w-full max-w-64" />
    </SkeletonGroup>
  )
}
