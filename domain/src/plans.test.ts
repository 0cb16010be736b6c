import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditsFor, hasUpgradeStep, subscriptionStatus, upgradeNeed } from './plans.ts'

const GOES_ON = { cancel_at_period_end: false }
const ENDS = { cancel_at_period_end: true }

test.each([
  { read: { data: undefined }, status: 'loading' },
  { read: { data: undefined, error: new Error('away') }, status: 'error' },
  { read: { data: null }, status: 'not_subscribed' },
  { read: { data: ENDS }, status: 'canceled' },
  { read: { data: GOES_ON }, status: 'active' },
  { read: { data: GOES_ON, error: new Error('away since') }, status: 'active' },
  { read: { data: null, error: new Error('away since') }, status: 'not_subscribed' },
] as const)('a subscription read as $read is $status', ({ read, status }) => {
  expect(subscriptionStatus(read)).toBe(status)
})

const AWAY = new Error('away')

test.each([
  { status: 'active', balance: 12, need: 'not_needed' },
  { status: 'active', balance: 0.5, need: 'not_needed' },
  { status: 'active', balance: 0.49, need: 'needed' },
  { status: 'active', balance: 0, need: 'needed' },
  { status: 'active', balance: undefined, need: 'loading' },
  { status: 'active', balance: AWAY, need: 'error' },
  { status: 'canceled', balance: 12, need: 'needed' },
  { status: 'canceled', balance: AWAY, need: 'needed' },
  { status: 'not_subscribed', balance: 100, need: 'needed' },
  { status: 'not_subscribed', balance: undefined, need: 'needed' },
  { status: 'loading', balance: 12, need: 'loading' },
  { status: 'loading', balance: 0, need: 'needed' },
  { status: 'loading', balance: AWAY, need: 'error' },
  { status: 'error', balance: 12, need: 'error' },
  { status: 'error', balance: undefined, need: 'error' },
  { status: 'error', balance: AWAY, need: 'error' },
  { status: 'error', balance: 0, need: 'needed' },
] as const)('with a subscription that is $status and a balance of $balance an upgrade is $need', (row) => {
  const { status, balance, need } = row
  const read = balance instanceof Error ? { data: undefined, error: balance } : { data: known(balance) }
  expect(upgradeNeed(status, read)).toBe(need)
})

test('a balance that was read stays valid while a later read fails', () => {
  expect(upgradeNeed('active', { data: known(12), error: AWAY })).toBe('not_needed')
})

test.each([
  { need: 'needed', isStep: true },
  { need: 'error', isStep: true },
  { need: 'loading', isStep: false },
  { need: 'not_needed', isStep: false },
] as const)('the wizard has a step for a plan that is $need: $isStep', ({ need, isStep }) => {
  expect(hasUpgradeStep(need)).toBe(isStep)
})

function known(balance: number | undefined) {
  return balance === undefined ? undefined : { credit_balance: balance }
}

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

  test('towards a free plan brings all its credits', () => {
    expect(creditsFor({ price: 0, monthlyCredits: 5000 }, 0)).toBe(5000)
  })
})
