import type { Subscription as Presented } from '@leadlight/contract/organization'
import { monthStart, nextMonth, toCredits, type Millicredits } from '@leadlight/domain/credits'
import type { Subscription } from './subscription-store.ts'

export function presentSubscription(subscription: Subscription): Presented {
  return {
    plan_id: subscription.planId,
    plan_name: subscription.planName,
    kind: subscription.kind,
    status: subscription.status,
    price: subscription.price,
    currency: subscription.currency,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    monthly_credits: toCredits(subscription.monthlyCredits),
    current_period_start: subscription.periodStart,
    current_period_end: subscription.periodEnd,
  }
}

/** The subscription of a self-hosted installation: always active, renewed with the calendar month. */
export function includedSubscription(now: Date, monthly: Millicredits): Presented {
  return {
    plan_id: null,
    plan_name: 'Included',
    kind: 'included',
    status: 'active',
    price: null,
    currency: null,
    cancel_at_period_end: false,
    monthly_credits: toCredits(monthly),
    current_period_start: monthStart(now).toISOString(),
    current_period_end: nextMonth(now).toISOString(),
  }
}
