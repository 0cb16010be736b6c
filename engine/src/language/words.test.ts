import { expect, test } from 'vitest'
import { readTerms, readWords } from './words.ts'

test('a word with hyphens is found whole and by each of its parts that is longer than a letter', () => {
  const read = readWords('An e-mail, self-hosted')
  expect(read.map(({ term }) => term)).toEqual([
    'an',
    'e-mail',
    'mail',
    ...readWords('self-hosted').map(({ term }) => term),
  ])
  expect(read.filter(({ start }) => start === 3)).toEqual([
    { term: 'e-mail', start: 3, end: 9 },
    { term: 'mail', start: 3, end: 9 },
  ])
})

test('terms ignore stop words, case and accents', () => {
  expect(readTerms('the CAFÉ and the café')).toEqual(['cafe', 'cafe'])
})
