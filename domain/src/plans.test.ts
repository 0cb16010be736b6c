import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditsFor, isSubscribed, needsUpgrade, subscriptionStatus } from './plans.ts'

const GOES_ON = { cancel_at_period_end: false }
const ENDS = { cancel_at_period_end: true }

test.each([
  { read: { data: undefined }, status: 'loading', subscribed: false },
  { read: { data: undefined, error: new Error('away') }, status: 'error', subscribed: false },
  { read: { data: null }, status: 'not_subscribed', subscribed: false },
  { read: { data: ENDS }, status: 'canceled', subscribed: true },
  { read: { data: GOES_ON }, status: 'active', subscribed: true },
  { read: { data: GOES_ON, error: new Error('away since') }, status: 'active', subscribed: true },
  { read: { data: null, error: new Error('away since') }, status: 'not_subscribed', subscribed: false },
] as const)('a subscription read as $read is $status', ({ read, status, subscribed }) => {
  expect(subscriptionStatus(read)).toBe(status)
  expect(isSubscribed(status)).toBe(subscribed)
})

test.each([
  { status: 'active', balance: 12, needed: false },
  { status: 'active', balance: 0.5, needed: false },
  { status: 'active', balance: 0.49, needed: true },
  { status: 'active', balance: 0, needed: true },
  { status: 'active', balance: undefined, needed: false },
  { status: 'canceled', balance: 12, needed: true },
  { status: 'not_subscribed', balance: 100, needed: true },
  { status: 'not_subscribed', balance: undefined, needed: true },
  { status: 'loading', balance: 12, needed: false },
  { status: 'loading', balance: 0, needed: true },
  { status: 'error', balance: 12, needed: false },
  { status: 'error', balance: 0, needed: true },
] as const)('with a subscription that is $status and a balance of $balance an upgrade is needed: $needed', (row) => {
  expect(needsUpgrade(row.status, row.balance)).toBe(row.needed)
})

describe('a payment', () => {
  const plan = { price: 2900, monthlyCredits: 3_000_000 }

  test.each([
    { amount: 2900, credits: 3_000_000 },
    { amount: 1450, credits: 1_500_000 },
    { amount: 1, credits: 1034 },
    { amount: 0, credits: 0 },
    { amount: -1450, credits: -1_500_000 },
  ])('of $amount brings $credits thousandths', ({ amount, credits }) => {
    expect(creditsFor(plan, amount)).toBe(credits)
  })

  test('never brings more than its share, whatever the plan', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), fc.nat(1e9), fc.nat(1e7), (price, monthlyCredits, amount) => {
        const credits = creditsFor({ price, monthlyCredits }, amount)
        return Number.isInteger(credits) && credits * price <= monthlyCredits * amount
      }),
    )
  })

  test('towards a plan that costs nothing brings all of it', () => {
    expect(creditsFor({ price: 0, monthlyCredits: 5000 }, 0)).toBe(5000)
  })
})
