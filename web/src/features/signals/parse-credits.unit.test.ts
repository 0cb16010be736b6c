import { expect, test } from 'vitest'
import { parseCredits } from './parse-credits.ts'

test.each([
  ['3564', 3564],
  [' 7 ', 7],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0,125', 0.125],
  ['3,564', 3564],
  ['1,000,000', 1_000_000],
  ['12,000.5', 12_000.5],
])('%j is a valid amount', (typed, amount) => {
  expect(parseCredits(typed)).toBe(amount)
})

test('an empty input is no amount, and no error', () => {
  expect(parseCredits('  ')).toBeNull()
})

test.each(['abc', '-1', '1,000,001', '1,00,000', '1.000.000'])('%j is not an amount', (typed) => {
  expect(parseCredits(typed)).toBeUndefined()
})
