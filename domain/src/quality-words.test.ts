import { expect, test } from 'vitest'
import { measuredQuality } from './quality.ts'
import { sayMeasured, sayQuality, sayRecall, sayTeaching, sayUnknownRecall } from './quality-words.ts'

test('the quality sentences say in plain words what was measured', () => {
  expect(sayQuality(measuredQuality({ positive: 31, negative: 9 })!)).toBe(
    'Of 40 leads you rated, 31 were right: between 62 % and 88 % are.',
  )
  expect(sayQuality(measuredQuality({ positive: 0, negative: 6 })!)).toBe(
    'Of 6 leads you rated, none was right: between 0 % and 39 % are.',
  )
  const recall = { audited: 25, missed: 0, share: 1, low: 0.87, high: 1 }
  expect(sayRecall(recall)).toBe(
    'Of 25 passed-over posts you looked at, none was one: Leadlight finds at least 87 % of them.',
  )
  expect(sayRecall({ ...recall, low: 0.5 })).toMatch(/finds at least 50 % of them\.$/)
  expect(sayRecall({ ...recall, low: 0.49 })).toBe(
    'Of 25 passed-over posts you looked at, none was one. How much Leadlight finds can be told once you have looked at more.',
  )
  expect(sayRecall({ ...recall, missed: 3, low: 0.4, high: 0.999 })).toBe(
    'Of 25 passed-over posts you looked at, 3 were: Leadlight finds between 40 % and 99 % of them.',
  )
  expect(sayUnknownRecall(4, 0)).toBe('How much is missed can be told from 10 passed-over posts on; you looked at 4.')
  expect(sayUnknownRecall(10, 0)).toBe('How much is missed can be told once you have rated leads as well.')
})

test('what was measured beforehand is said with its range, and whose signals it was', () => {
  const measured = { signals: 60, precision: { low: 0.3744, high: 0.5661 }, recall: { low: 0.379, high: 0.999 } }
  expect(sayMeasured(measured)).toBe(
    'Measured on 60 signals of other businesses: between 37 % and 57 % of the posts it keeps are leads, and it keeps between 38 % and 99 % of the leads it reads.',
  )
})

test('the sentence on teaching says how far it is, and what is promised afterwards', () => {
  const asking = { model: 'gpt-5-mini', state: 'asking', read: 120, of: 300, agreement: null } as const
  expect(sayTeaching(asking)).toBe('gpt-5-mini has read 120 of 300 posts; then Leadlight decides alone.')
  expect(sayTeaching({ ...asking, read: 0 })).toBe('')
  const agreement = { share: 0.94, low: 0.9, high: 0.96 }
  expect(sayTeaching({ ...asking, state: 'taught', agreement })).toBe(
    'Taught by gpt-5-mini on 300 posts: agrees in 94 % (90–96 %). It is asked again if the weekly check disagrees.',
  )
  expect(sayTeaching({ ...asking, read: 410, agreement: { share: 0.7, low: 0.65, high: 0.75 } })).toBe(
    'gpt-5-mini has read 410 posts. Leadlight would agree in 70 % (65–75 %), so it goes on asking.',
  )
})
