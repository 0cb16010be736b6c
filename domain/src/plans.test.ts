import { expect, test } from 'vitest'
import { isSubscribed, subscriptionStatus } from './plans.ts'

test.each([
  { subscription: null, status: 'not_subscribed', subscribed: false },
  { subscription: { cancel_at_period_end: true }, status: 'canceled', subscribed: true },
  { subscription: { cancel_at_period_end: false }, status: 'active', subscribed: true },
] as const)('$status', ({ subscription, status, subscribed }) => {
  expect(subscriptionStatus(subscription)).toBe(status)
  expect(isSubscribed(status)).toBe(subscribed)
})
