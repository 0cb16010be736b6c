import { expect, test } from 'vitest'
import { RANK_MIN, weigh, wordsOfSubject } from './prefilter.ts'
import { readTerms } from '../language/words.ts'

const SECOND_NAME = { phrase: 'the books', terms: readTerms('the books'), means: ['bookkeeping'] }

test('any word of the subject counts for a post, and a rarer one weighs more', () => {
  const [software, bookkeeping] = readTerms('software bookkeeping') as [string, string]
  const { groups, needed } = wordsOfSubject([software, bookkeeping, software])
  expect(needed).toBe(1)
  expect(groups.map(({ anyTerm }) => anyTerm)).toEqual([[software], [bookkeeping]])
  const [common, rare] = groups.map(({ weight }) => weight)
  expect(common).toBeGreaterThan(1)
  expect(rare).toBeGreaterThan(common!)
})

test('a second name stands for the words that it means, and for no others', () => {
  const { groups } = wordsOfSubject(['software', 'bookkeeping'], [SECOND_NAME])
  expect(groups.map(({ anyOf }) => anyOf)).toEqual([[], ['the books']])
})

test('words count half as much as meaning, and a distant meaning takes nothing away', () => {
  expect(weigh(1, 0)).toEqual({ passed: true, rank: 0.5 })
  expect(weigh(0, RANK_MIN)).toEqual({ passed: true, rank: RANK_MIN })
  expect(weigh(0.5, -1)).toEqual({ passed: false, rank: 0.25 })
})
