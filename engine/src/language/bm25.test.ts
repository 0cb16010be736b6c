import { expect, test } from 'vitest'
import { bm25, countTerms, coverage, termWeight, UNSEEN_POSTS } from './bm25.ts'

const statistics = { posts: 1000, meanTerms: 50, counts: { invoice: 20, work: 600 } }
const read = (words: string) => countTerms(words.split(' '))

test('a term weighs more the fewer posts have it, and an unknown one counts as rare', () => {
  expect(termWeight(statistics, 'invoice')).toBeCloseTo(Math.log(1 + 980.5 / 20.5), 10)
  expect(termWeight(statistics, 'work')).toBeCloseTo(Math.log(1 + 400.5 / 600.5), 10)
  expect(termWeight(statistics, 'dunning')).toBeCloseTo(Math.log(1 + (1000 - UNSEEN_POSTS + 0.5) / 8.5), 10)
})

test('a post scores by the formula of BM25 with k 1.2 and b 0.75, each term of the query once', () => {
  const post = read('invoice invoice for the work of a week')
  const norm = 1.2 * (0.25 + (0.75 * 8) / 50)
  const ofInvoice = (termWeight(statistics, 'invoice') * 2 * 2.2) / (2 + norm)
  const ofWork = (termWeight(statistics, 'work') * 1 * 2.2) / (1 + norm)
  expect(bm25(statistics, ['invoice', 'work', 'work', 'dunning'], post)).toBeCloseTo(ofInvoice + ofWork, 10)
  expect(bm25(statistics, ['dunning'], post)).toBe(0)
})

test('a post covers the share of a query’s weight whose terms it has', () => {
  const [invoice, work] = [termWeight(statistics, 'invoice'), termWeight(statistics, 'work')]
  const post = read('an invoice an invoice')
  expect(coverage(statistics, ['invoice', 'work'], post)).toBeCloseTo(invoice / (invoice + work), 10)
  expect(coverage(statistics, ['work'], post)).toBe(0)
})
