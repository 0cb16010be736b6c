import { describe, expect, test } from 'vitest'
import { credibleFacts } from './post-facts.ts'

const BUDGET = { amount: 120_000, currency: 'EUR' }

describe('credible facts', () => {
  test('a day and an amount of money stay as they are', () => {
    expect(credibleFacts({ deadline: '2026-12-12', budget: BUDGET })).toEqual({
      deadline: '2026-12-12',
      budget: BUDGET,
    })
  })

  test.each(['2026-06-31', '2026-13-01', '12/12/2026', '', '2026-12-12T10:00:00Z'])('%j is no day', (deadline) => {
    expect(credibleFacts({ deadline, budget: BUDGET })).toEqual({ deadline: null, budget: BUDGET })
  })

  test.each([
    { amount: 0, currency: 'EUR' },
    { amount: -5, currency: 'EUR' },
    { amount: Number.NaN, currency: 'EUR' },
    { amount: Infinity, currency: 'EUR' },
    { amount: 5, currency: 'euro' },
  ])('%j is no budget', (budget) => {
    expect(credibleFacts({ deadline: '2026-12-12', budget })).toEqual({ deadline: '2026-12-12', budget: null })
  })

  test('without a day and a budget there are none', () => {
    expect(credibleFacts({ deadline: 'soon', budget: null })).toBeNull()
  })
})
