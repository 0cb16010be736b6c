import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { name, whole } from './shapes.ts'

test.each([
  ['  Harbour   & Sons ', 'Harbour & Sons'],
  ['Ac\u200Bme\u202E', 'Acme'],
  ['👩\u200D👧', '👩\u200D👧'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(name(100).parse(typed)).toBe(kept)
})

test.each([
  ['two\nlines', 'Must be one line without control characters'],
  ['a\u0000b', 'Must be one line without control characters'],
  ['\u200B', 'Must not be empty'],
  ['\u200D', 'Must have a visible character'],
  ['abcdef', 'Must have at most 5 characters'],
])('the name %j is refused: %s', (typed, message) => {
  expect(name(5).safeParse(typed).error?.issues[0]?.message).toBe(message)
})

test('a name may be empty if its minimum is 0', () => {
  expect(name(100, 0).parse(' ')).toBe('')
})

describe('a whole number in a query', () => {
  const digits = whole(0, 1_000)

  test.each([
    '',
    ' ',
    '1e0',
    '0x1',
    '0b1',
    '+1',
    '-1',
    '-0',
    '1.0',
    '1.',
    ' 1',
    '1 ',
    '1_0',
    '1,000',
    '\u0661',
    'NaN',
    '1001',
  ])('is not %j', (typed) => {
    expect(digits.safeParse(typed).error?.issues).toMatchObject([{ message: 'Must be a whole number from 0 to 1,000' }])
  })

  test('has the value of its digits, and nothing but digits is one', () => {
    const alike = fc.string({
      unit: fc.constantFrom('0', '1', '9', '+', '-', '.', ',', 'e', 'x', '_', ' '),
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.oneof(fc.string(), alike, fc.nat(2_000).map(String), fc.double().map(String)), (typed) => {
        const isOne = /^[0-9]+$/.test(typed) && BigInt(typed) <= 1_000n
        expect(digits.safeParse(typed)).toMatchObject(isOne ? { data: Number(BigInt(typed)) } : { success: false })
      }),
    )
  })
})
