import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainName, unlinkedName } from './plain-name.ts'

test.each([
  ['Harbour & Sons', 'Harbour & Sons'],
  ['  two \t\n lines\r\nBcc: all@evil.example ', 'two lines Bcc: all@evil.example'],
  ['up\u2028and\u2029down\u0085here', 'up and down here'],
  ['moc.live\u202Eelpmaxe\u2066!', 'moc.live elpmaxe !'],
  ['Ł'.repeat(61), `${'Ł'.repeat(59)}…`],
  ['👩‍👩‍👧'.repeat(61), `${'👩‍👩‍👧'.repeat(59)}…`],
])('%j appears in a subject as %j', (name, expected) => {
  expect(plainName(name)).toBe(expected)
})

test.each([
  ['http://evil.example/a', 'http:\u200B/\u200B/\u200Bevil.\u200Bexample/\u200Ba'],
  ['Acme.io', 'Acme.\u200Bio'],
  ['ann@evil.example', 'ann@\u200Bevil.\u200Bexample'],
  ['Acme Inc.', 'Acme Inc.'],
  ['Team: West / East', 'Team: West / East'],
])('%j appears in a body as %j', (name, expected) => {
  expect(unlinkedName(name)).toBe(expected)
})

test('any name becomes one line without anything that a mail program takes for an address', () => {
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress())
  fc.assert(
    fc.property(name, (text) => {
      const line = unlinkedName(text)
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(line).not.toMatch(/:\/\/|\S@\w|\w\.\w/)
    }),
  )
})
