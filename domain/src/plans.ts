import { hasCredits, type Millicredits } from './credits.ts'

/** What can be bought: so many credits with every month that is paid for. */
export interface Plan {
  id: string
  name: string
  /** In minor units of its currency, a month. */
  price: number
  /** ISO 4217, in lower case. */
  currency: string
  monthlyCredits: Millicredits
}

export type SubscriptionStatus = 'loading' | 'error' | 'not_subscribed' | 'canceled' | 'active'

/** How far a read has come: its data (null says there is none), what it failed with, or neither yet. */
export interface SubscriptionRead {
  data: { cancel_at_period_end: boolean } | null | undefined
  error?: unknown
}

/**
 * The specification's §4: still being read, not to be read, no subscription, one that ends with its period, or one that
 * goes on. What was read once stays true while a later look at it fails.
 */
export function subscriptionStatus({ data, error }: SubscriptionRead): SubscriptionStatus {
  if (data) return data.cancel_at_period_end ? 'canceled' : 'active'
  if (data === null) return 'not_subscribed'
  return isThere(error) ? 'error' : 'loading'
}

/** Whether a plan is to be chosen before leads are looked for, as far as that could be read. */
export type UpgradeNeed = 'loading' | 'error' | 'needed' | 'not_needed'

/** How far a read of the balance has come. */
export interface BalanceRead {
  data: { credit_balance: number } | undefined
  error?: unknown
}

/**
 * A plan is needed where the organization lacks an active subscription, or has no credits. Either decides by itself. What
 * could not be read counts neither as active nor as credits: then it is not known.
 */
export function upgradeNeed(status: SubscriptionStatus, { data: credits, error }: BalanceRead): UpgradeNeed {
  if (status === 'not_subscribed' || status === 'canceled') return 'needed'
  if (credits && !hasCredits(credits.credit_balance)) return 'needed'
  if (status === 'error' || (!credits && isThere(error))) return 'error'
  return status === 'loading' || !credits ? 'loading' : 'not_needed'
}

/** Whether choosing a plan is a step of the wizard: unless there are an active subscription and credits. It waits for both to be read. */
export function hasUpgradeStep(need: UpgradeNeed): boolean {
  return need === 'needed' || need === 'error'
}

/**
 * The credits that a payment towards a plan brings: in proportion to what of its monthly price it is, down to the whole
 * thousandth. A negative amount, for the rest of a plan that was left, takes as many off.
 */
export function creditsFor(plan: Pick<Plan, 'price' | 'monthlyCredits'>, amount: number): Millicredits {
  if (plan.price <= 0) return amount < 0 ? 0 : plan.monthlyCredits
  return Math.trunc((plan.monthlyCredits * amount) / plan.price) || 0
}

function isThere(error: unknown): boolean {
  return error !== undefined && error !== null
}
