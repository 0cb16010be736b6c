import type { SubscriptionPlan } from '@leadlight/contract/billing'
import type { Subscription } from '@leadlight/contract/organization'
import type { Answers } from '../../../testing/fake-server.ts'
import { instance, rosasAnswers } from '../../../testing/rosas-story.ts'

export const API = '/api/v1/organization'

const STARTER: SubscriptionPlan = {
  id: 'starter',
  name: 'Starter',
  price: 2900,
  currency: 'usd',
  monthly_credits: 3000,
}
const TEAM: SubscriptionPlan = { id: 'team', name: 'Team', price: 7900, currency: 'usd', monthly_credits: 10_000 }

export function subscription(parts: Partial<Subscription> = {}): Subscription {
  return {
    plan_id: 'starter',
    plan_name: 'Starter',
    kind: 'plan',
    status: 'active',
    price: 2900,
    currency: 'usd',
    cancel_at_period_end: false,
    monthly_credits: 3000,
    current_period_start: '2026-11-02T09:00:00.000Z',
    current_period_end: '2026-12-02T09:00:00.000Z',
    ...parts,
  }
}

export const credits = (parts: object = {}) => ({
  credit_balance: 1234.5,
  held: 0,
  monthly_credits: 3000,
  next_grant_at: '2026-12-02T09:00:00.000Z',
  expiring: null,
  level: 'fine',
  ...parts,
})

/** The server's answers for Rosa's organization where plans are sold: on one of two, or on none. */
export function answersWithPlans(found: Subscription | null = subscription()): Answers {
  return {
    ...rosasAnswers(),
    'GET /api/v1/instance': instance({ billing: 'stripe' }),
    'GET /api/v1/subscription-plan': [STARTER, TEAM],
    [`GET ${API}/subscription`]: found,
    [`GET ${API}/credits`]: credits(),
  }
}
