import { expect, test } from 'vitest'
import { findNamesProblem } from './common-names.ts'

test.each([
  ['"the"', 'the'],
  ['acme OR "The"', 'The'],
  ['的', '的'],
  ['com', 'com'],
  ['"www"', 'www'],
  ['"it is"', 'it is'],
  ['"the,"', 'the,'],
  ['"it\'s"', "it's"],
  ['7', '7'],
  ['(working AND "the") acme', 'working'],
])('%s would make a lead of nearly each post, and is refused', (expression, name) => {
  const problem = findNamesProblem(expression)
  expect(problem?.sentence).toContain('stands in so many posts')
  expect(expression.slice(problem?.at, problem?.end)).toBe(name)
})

test.each([
  'acme',
  '"The Economist"',
  '"the who" AND band',
  'make.com',
  '.net',
  'c++',
  'c',
  '@time',
  '#work',
  'トヨタ',
  'windows',
  '365',
  'the.example',
  '"Work OS Pro"',
])('%s can be watched', (expression) => {
  expect(findNamesProblem(expression)).toBeNull()
})

test('what cannot be read is said first', () => {
  expect(findNamesProblem('"the')?.sentence).toBe('This quotation mark is not closed.')
})
