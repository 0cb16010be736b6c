import { expect, test } from 'vitest'
import { isNameTyped } from './names.ts'

test.each([
  ['Acme', 'Acme', true],
  ['  Acme ', 'Acme', true],
  ['Acme Ltd', 'Acme  Ltd', true],
  ['Acme\u00a0\t Ltd', 'Acme Ltd', true],
  ['AcmeLtd', 'Acme Ltd', false],
  ['acme', 'Acme', false],
  ['', 'Acme', false],
])('typing "%s" for "%s" is %s', (typed, name, is) => {
  expect(isNameTyped(typed, name)).toBe(is)
})
