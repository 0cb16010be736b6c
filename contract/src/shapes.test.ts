import { expect, test } from 'vitest'
import { name } from './shapes.ts'

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

test('a name that may be empty', () => {
  expect(name(100, 0).parse(' ')).toBe('')
})
