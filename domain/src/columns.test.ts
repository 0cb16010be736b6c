import { expect, test } from 'vitest'
import { passesText, type TextOperator } from './columns.ts'

test.each<[string | null, TextOperator, string, boolean]>([
  ['Acme Tools', 'contains', 'acme', true],
  ['Acme Tools', 'contains', 'zebra', false],
  [null, 'contains', 'acme', false],
  ['Acme Tools', 'not_contains', 'ACME', false],
  [null, 'not_contains', 'acme', true],
  [' acme ', 'equals', 'Acme', true],
  ['Acme Tools', 'equals', 'Acme', false],
  [null, 'not_equals', 'acme', true],
  ['   ', 'empty', '', true],
  [null, 'empty', '', true],
  ['x', 'not_empty', '', true],
  [null, 'not_empty', '', false],
])('%j %s %j is %s', (value, operator, operand, passes) => {
  expect(passesText(value, operator, operand)).toBe(passes)
})
