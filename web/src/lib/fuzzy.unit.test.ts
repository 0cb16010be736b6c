import { expect, test } from 'vitest'
import { fuzzyScore, hasWords } from './fuzzy.ts'

test.each([
  ['post', 'Posts', true],
  ['wri', 'Settings: Writing', true],
  ['set wri', 'Settings: Writing', true],
  ['mrd', 'Mark as read', true],
  ['muller', 'Müller GmbH', true],
  ['', 'Posts', true],
  ['xyz', 'Posts', false],
  ['wri xyz', 'Settings: Writing', false],
  ['q', 'Posts', false],
  ['se', 'Posts and everything else that is far away', true],
  ['pz', 'Posts and everything else of the zoo', false],
])('"%s" finds "%s": %s', (typed, text, finds) => {
  expect(fuzzyScore(typed, text) !== null).toBe(finds)
})

test('a match at the start comes before one at a word, inside a word, or scattered', () => {
  const texts = ['Restart', 'Mark star', 'Star', 'Sort a roster']
  const ranked = texts.toSorted((a, b) => (fuzzyScore('star', b) ?? -1) - (fuzzyScore('star', a) ?? -1))
  expect(ranked.slice(0, 3)).toEqual(['Star', 'Mark star', 'Restart'])
})

test('words match whole or in part, never as scattered letters', () => {
  expect(hasWords('undo last', 'Undo the last change')).toBe(true)
  expect(hasWords('undo', 'Mark as unread or read')).toBe(false)
  expect(hasWords('', 'Anything')).toBe(true)
})
