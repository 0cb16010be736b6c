import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { affordable, hasCredits, monthlyGrant, monthStart, nextMonth, toCredits, toMillicredits } from './credits.ts'

describe('credits', () => {
  test('survive the conversion to thousandths and back', () => {
    fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (n) => toMillicredits(toCredits(n)) === n))
  })

  test('are refused with more than three decimals', () => {
    expect(() => toMillicredits(0.0005)).toThrow(RangeError)
  })

  test.each([
    { balance: 0.49, has: false },
    { balance: 0.5, has: true },
    { balance: 0, has: false },
    { balance: -3, has: false },
    { balance: 12, has: true },
  ])('a balance of $balance counts as having credits: $has', ({ balance, has }) => {
    expect(hasCredits(balance)).toBe(has)
  })

  test('affordable work never costs more than the balance or the budget', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.nat(5000),
        fc.nat(1e6),
        fc.option(fc.nat(1e6)),
        (wanted, price, balance, budgetLeft) => {
          const count = affordable(wanted, price, { balance, budgetLeft })
          return count <= wanted && count * price <= (price === 0 ? 0 : Math.min(balance, budgetLeft ?? balance))
        },
      ),
    )
  })

  test.each([
    { balance: 4000, grant: 6000 },
    { balance: 12_000, grant: 0 },
    { balance: -50, grant: 10_000 },
  ])('the monthly grant fills a balance of $balance by $grant', ({ balance, grant }) => {
    expect(monthlyGrant(balance, 10_000)).toBe(grant)
  })

  test('a month begins at midnight UTC of its first day', () => {
    expect(monthStart(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2026-12-01T00:00:00.000Z')
    expect(monthStart(new Date('2027-01-01T00:00:00Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  test('the next grant comes on the first of the next month, across the year', () => {
    expect(nextMonth(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })
})
