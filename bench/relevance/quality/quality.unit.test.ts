import { readFileSync } from 'node:fs'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { expect, test } from 'vitest'
import { composeQuality } from './compose-quality.ts'
import { measureKappa } from './kappa.ts'
import { composeAll, readInputs } from './quality.ts'

test.each(composeAll())('$path is what `npm run bench -- quality` writes', ({ path, text }) => {
  expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(text)
})

// Where this fails, measure again, as the end of docs/quality.md says.
test.each(['apart', 'shared'] as const)('the published figures of the signals %s are of the shipped weights', (set) => {
  expect(readInputs()[set].weights).toBe(relevanceWeights.version)
})

test('a run by weights that had not learned from the signals is told instead of one by weights that had', () => {
  const inputs = readInputs()
  const run = { signals: 61, graded: 518, reached: 0.9, judged: 0.8, found: 0.321, kept: 700 }
  const blind = composeQuality({
    ...inputs,
    funnel: { Leadlight: { ...run, found: 0.5 }, 'Leadlight, out of fold': run },
  })
  expect(blind).toContain('and 32 are kept. Each signal was judged by weights that had not learned from its business.')
  const seen = composeQuality({ ...inputs, funnel: { Leadlight: run } })
  expect(seen).toContain('and 32 are kept. This run was judged by weights that had learned from these signals too')
})

test('readers who agree as often as chance would have it have a kappa of 0, and those who always agree one of 1', () => {
  const both = [0, 2].flatMap((first) => [0, 2].map((second) => ({ first, second })))
  expect(measureKappa(both)).toEqual({ posts: 4, kappa: 0, disagreements: 2 })
  expect(
    measureKappa([
      { first: 2, second: 2 },
      { first: 1, second: 0 },
    ]).kappa,
  ).toBe(1)
})
