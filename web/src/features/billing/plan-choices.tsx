import type { SubscriptionPlan } from '@leadlight/contract/billing'
import type { Subscription } from '@leadlight/contract/organization'
import { useState } from 'react'
import { updateSubscription } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { goToExternalPage } from '../../lib/external-page.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { usePlans } from './use-billing.ts'

/** The plans as cards. A first plan leads to the checkout; another one to the price of the change. */
export function PlanChoices({ subscription, canManage }: { subscription: Subscription | null; canManage: boolean }) {
  const { data: plans, error, mutate, isValidating } = usePlans()
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const [changingTo, setChangingTo] = useState<SubscriptionPlan | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(plan: SubscriptionPlan) {
    if (subscription) return setChangingTo(plan)
    setLeavingFor(plan.id)
    setProblem(null)
    try {
      const { checkout_url: url } = await call(updateSubscription, { body: { plan_id: plan.id } })
      if (url !== null) goToExternalPage(url)
    } catch (failure) {
      setProblem(messageOf(failure))
      setLeavingFor(null)
    }
  }
  if (!plans && error) {
    return (
      <ErrorState title="The plans could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!plans) {
    return (
      <SkeletonGroup label="Loading the plans" className="grid gap-3 sm:grid-cols-3">
        {['one', 'two', 'three'].map((name) => (
          <Skeleton key={name} className="h-44 w-full" />
        ))}
      </SkeletonGroup>
    )
  }
  return (
    <div className="grid gap-3">
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <ul aria-label="Plans" className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanOption
              plan={plan}
              isCurrent={subscription?.plan_id === plan.id}
              ends={subscription?.cancel_at_period_end === true}
              isTaken={subscription !== null}
              canManage={canManage && subscription?.kind !== 'custom'}
              busy={leavingFor === plan.id}
              onChoose={() => void choose(plan)}
            />
          </li>
        ))}
      </ul>
      {changingTo && <ChangePlanDialog plan={changingTo} onClose={() => setChangingTo(null)} />}
    </div>
  )
}

interface PlanOptionProps {
  plan: SubscriptionPlan
  isCurrent: boolean
  /** The current plan is cancelled, so it can be chosen again. */
  ends: boolean
  isTaken: boolean
  canManage: boolean
  busy: boolean
  onChoose: () => void
}

function PlanOption({ plan, isCurrent, ends, isTaken, canManage, busy, onChoose }: PlanOptionProps) {
  const isChosen = isCurrent && !ends
  return (
    <Card
      aria-label={plan.name}
      className={`grid h-full content-start gap-2 p-4 ${isChosen ? 'outline-2 -outline-offset-1 outline-accent' : ''}`}
    >
      <div className="flex min-h-5.5 items-center justify-between gap-2">
        <h2 className="font-semibold wrap-anywhere">{plan.name}</h2>
        {isCurrent && <Chip tone={ends ? 'bad' : 'good'}>{ends ? 'Ends soon' : 'Your plan'}</Chip>}
      </div>
      <p>
        <b className="num text-xl font-semibold">{formatMoney(plan.price, plan.currency)}</b>
        <span className="text-ink-3"> a month</span>
      </p>
      <p className="text-ink-2">
        <span className="num">{formatNumber(plan.monthly_credits)}</span> credits with every month
      </p>
      {canManage && !isChosen && (
        <Button
          className="mt-1 justify-self-start"
          variant={isTaken ? 'default' : 'primary'}
          aria-label={`${isCurrent ? 'Keep' : 'Choose'} ${plan.name}`}
          busy={busy}
          onClick={onChoose}
        >
          {isCurrent ? 'Keep it' : 'Choose'}
        </Button>
      )}
    </Card>
  )
}
