import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planTrouble } from './plan-trouble.ts'

const READ = { who: '', topics: [['flour']] }

test.each([
  ['Pequeñas empresas que preguntan qué software de contabilidad usar', /another language/],
  ['flour', /^One word/],
  ['flour!', /^One word/],
  [`Bakers asking ${'which flour to buy '.repeat(120)}`, /at most 500 characters, and this has 2[\d]{3}/],
  ['https://example.com/flour', /^A link alone/],
  ['🎉🎉🎉', /no words/],
  ['2026 15', /no words/],
  ['', /no words/],
  ['"rye flour" OR site:example.com', /"site:example.com" is a search operator/],
  ['bakers asking for flour -rye', /"-rye" is a search operator/],
])('"%s" is told what is missing', (sentence, trouble) => expect(planTrouble(sentence, READ)).toMatch(trouble))

test.each([
  'Bakers asking which flour to buy',
  'Stripe or PayPal',
  'alternative to Datadog',
  'alternatives to https://example.com/flour',
  '"New Relic" OR Datadog',
  'self-hosted e-mail - which one?',
])('"%s" can be searched for', (sentence) => expect(planTrouble(sentence, READ)).toBeNull())

test('a sentence without a subject is told so, with or without people', () => {
  expect(planTrouble('which one should they use', { who: '', topics: [] })).toMatch(/what it is about/)
  expect(planTrouble('bakers who ask', { who: 'bakers', topics: [] })).toMatch(/not what about/)
})

test('whatever is typed, the answer is null or whole sentences that end in a stop', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (sentence) => {
      const trouble = planTrouble(sentence, READ)
      expect(trouble === null || /^[A-Z"].*[.]$/su.test(trouble)).toBe(true)
    }),
  )
})
