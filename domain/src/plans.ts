import { hasCredits, type Millicredits } from './credits.ts'

/** A plan on sale: this many credits with every paid month. */
export interface Plan {
  id: string
  name: string
  /** The monthly price in minor units of its currency. */
  price: number
  /** ISO 4217, in lower case. */
  currency: string
  monthlyCredits: Millicredits
}

export type SubscriptionStatus = 'loading' | 'error' | 'not_subscribed' | 'canceled' | 'active'

/** The state of a read: its data (null says there is none), its error, or neither yet. */
export interface SubscriptionRead {
  data: { cancel_at_period_end: boolean } | null | undefined
  error?: unknown
}

/**
 * The specification's §4: still being read, not readable, no subscription, one that ends with its period, or one that
 * goes on. Data that was read once stays valid while a later read fails.
 */
export function subscriptionStatus({ data, error }: SubscriptionRead): SubscriptionStatus {
  if (data) return data.cancel_at_period_end ? 'canceled' : 'active'
  if (data === null) return 'not_subscribed'
  return isThere(error) ? 'error' : 'loading'
}

/** Whether a plan must be chosen before leads are searched for, as far as it is known. */
export type UpgradeNeed = 'loading' | 'error' | 'needed' | 'not_needed'

/** The state of a read of the balance. */
export interface BalanceRead {
  data: { credit_balance: number } | undefined
  error?: unknown
}

/**
 * Whether the organization needs a plan: it has no active subscription, or no credits. Either is enough. What could not
 * be read counts as neither, so the answer is not known.
 */
export function upgradeNeed(status: SubscriptionStatus, { data: credits, error }: BalanceRead): UpgradeNeed {
  if (status === 'not_subscribed' || status === 'canceled') return 'needed'
  if (credits && !hasCredits(credits.credit_balance)) return 'needed'
  if (status === 'error' || (!credits && isThere(error))) return 'error'
  return status === 'loading' || !credits ? 'loading' : 'not_needed'
}

/**
 * Whether the wizard has a step for choosing a plan: unless there are an active subscription and credits. It waits
 * until both are read.
 */
export function hasUpgradeStep(need: UpgradeNeed): boolean {
  return need === 'needed' || need === 'error'
}

/**
 * The credits that a payment towards a plan brings, in proportion to the monthly price, rounded down to thousandths. A
 * negative amount, for the rest of a plan that was left, takes off as many.
 */
export function creditsFor(plan: Pick<Plan, 'price' | 'monthlyCredits'>, amount: number): Millicredits {
  if (plan.price <= 0) return amount < 0 ? 0 : plan.monthlyCredits
  return Math.trunc((plan.monthlyCredits * amount) / plan.price) || 0
}

function isThere(error: unknown): boolean {
  return error !== undefined && error !== null
}
