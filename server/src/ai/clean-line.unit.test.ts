import { expect, test } from 'vitest'
import { cleanLine } from './clean-line.ts'

const FROM = 'We left https://tool.example/pricing. Ask me.'

test.each([
  ['They left <b>it</b>,\nthey say', 'They left it, they say'],
  ['See https://tool.example/pricing', 'See https://tool.example/pricing'],
  ['See https://evil.example/x now', 'See now'],
  ['See java\u200bscript:alert(1) now', 'See now'],
  ['See evil.exa\u00admple/x now', 'See now'],
  ['See h\u2060ttps\u2060:\u2060//evil.example now', 'See now'],
  ['See <<img src=x onerror=alert(1) now', 'See img src=x onerror=alert(1) now'],
  ['See ``<b>`[[[x](y)](z)](evil.com)', 'See x'],
  ['See ![](https://evil.example/p.png?q=ab', 'See'],
  ['left\u202eright \ud800', 'leftright \ufffd'],
])('%j becomes %j', (words, line) => {
  expect(cleanLine(words, { from: FROM, max: 100 })).toBe(line)
})

test('a line that is too long ends within a whole character', () => {
  expect(cleanLine('😀'.repeat(60), { from: '', max: 100 })).toBe(`${'😀'.repeat(49)}\ufffd…`)
})
