import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNegativeBrief } from './negative-brief.ts'
import { planSignal } from './plan.ts'

const SIGNAL = 'Small business owners asking which accounting software to use'

test.each([
  { text: 'Not interested in job ads or students doing homework.', clauses: ['job ads', 'students doing homework'], phrases: ['job ads', 'students doing homework'] }, // oxfmt-ignore
  { text: 'no agencies advertising their services to small companies', clauses: ['agencies advertising their services to small companies'], phrases: [] }, // oxfmt-ignore
  { text: 'We are not looking for crypto;\nfree tools', clauses: ['crypto', 'free tools'], phrases: ['crypto', 'free tools'] }, // oxfmt-ignore
  { text: 'jobs', clauses: ['jobs'], phrases: [] },
  { text: 'accounting software', clauses: ['accounting software'], phrases: [] },
  { text: 'the, and, of', clauses: [], phrases: [] },
  { text: '', clauses: [], phrases: [] },
])('"$text"', ({ text, clauses, phrases }) => {
  expect(readNegativeBrief(text, SIGNAL)).toEqual({ clauses, phrases })
})

test('any text is read into at most ten things', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (text) => {
      const { clauses, phrases } = readNegativeBrief(text, SIGNAL)
      expect(clauses.length).toBeLessThanOrEqual(10)
      expect(clauses).toEqual(expect.arrayContaining(phrases))
    }),
  )
})

test('what is not wanted adds exclusions, and an empty text changes nothing', () => {
  expect(planSignal(SIGNAL, { notInterested: '' })).toEqual(planSignal(SIGNAL))
  expect(planSignal(SIGNAL, { notInterested: 'job ads' })).toMatchObject({
    exclusions: ['job ads'],
    avoids: ['job ads'],
  })
})
