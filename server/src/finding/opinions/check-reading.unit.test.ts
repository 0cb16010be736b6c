import { expect, test } from 'vitest'
import { planSignal } from '@leadlight/engine/plan/plan'
import { checkReading } from './check-reading.ts'

const TEXT = 'Which bookkeeping software should I use? See https://bakers.example/list for what we tried.'
const brief = {
  plan: planSignal('Bakers who ask which bookkeeping software to use'),
  business: { name: null, description: null },
}
const asked = {
  brief,
  post: { title: null, text: TEXT, platform: 'hackernews', kind: 'post' },
  reference: 'abc',
  by: { name: 'm', model: 'openai/m' },
}

function reasonOf(reason: string): string | null {
  const given = { post: 'abc', for: ['Which bookkeeping software should I use'], against: [], score: 80, reason }
  return checkReading(given, asked).reason
}

test.each([
  'The author asks which software to use.',
  'The author asks “Which bookkeeping software should I use”.',
  'They are one of the "Bakers who ask" themselves.',
])('a reason that is true to the post is shown: %s', (reason) => {
  expect(reasonOf(reason)).toBe(reason)
})

test.each([
  'The author writes “I will buy it today”.',
  'The author asks for software, see https://bakers.example/list for more.',
  'The author asks, [click here](https://evilhost.example).',
  'The author <b>asks</b> which to use.',
  'Yes.',
])('a reason with invented quotes, links or markup is left out: %s', (reason) => {
  expect(reasonOf(reason)).toBeNull()
})

test('a long reason is cut', () => {
  expect(reasonOf('The author asks which to use, '.repeat(20))).toMatch(/^The author asks .{280,284}…$/u)
})
