import { expect, test } from 'vitest'
import { agreementOf, hasDrifted, mayDecide, measureLesson, type Compared } from './teaching.ts'

function compared(counts: { both: number; onlyKept: number; onlyModel: number; neither: number }): Compared[] {
  const times = (count: number, of: Compared) => Array.from({ length: count }, () => of)
  return [
    ...times(counts.both, { kept: true, modelKept: true }),
    ...times(counts.onlyKept, { kept: true, modelKept: false }),
    ...times(counts.onlyModel, { kept: false, modelKept: true }),
    ...times(counts.neither, { kept: false, modelKept: false }),
  ]
}

test('a lesson is measured by agreement and F1', () => {
  const lesson = measureLesson(compared({ both: 80, onlyKept: 12, onlyModel: 8, neither: 200 }))
  expect(lesson).toEqual({ agreed: 280, counted: 300, f1: 160 / 180 })
  expect(agreementOf(lesson)).toMatchObject({ share: 280 / 300 })
  expect(agreementOf(lesson).low).toBeCloseTo(0.899, 3)
  expect(agreementOf(lesson).high).toBeCloseTo(0.956, 3)
  expect(measureLesson(compared({ both: 0, onlyKept: 0, onlyModel: 0, neither: 3 })).f1).toBe(1)
})

test.each([
  ['agrees on most', { both: 80, onlyKept: 12, onlyModel: 8, neither: 200 }, true],
  ['lies just above the limit', { both: 120, onlyKept: 23, onlyModel: 23, neither: 134 }, true],
  ['lies just below the limit', { both: 120, onlyKept: 24, onlyModel: 24, neither: 132 }, false],
  ['always says no where most are none', { both: 0, onlyKept: 0, onlyModel: 20, neither: 280 }, false],
  ['finds just enough', { both: 15, onlyKept: 4, onlyModel: 3, neither: 278 }, true],
  ['finds just too little', { both: 15, onlyKept: 4, onlyModel: 4, neither: 277 }, false],
  ['was never compared', { both: 0, onlyKept: 0, onlyModel: 0, neither: 0 }, false],
])('a lesson that %s may decide alone: %#', (_, counts, may) => {
  expect(mayDecide(measureLesson(compared(counts)))).toBe(may)
})

const PROMISED = { agreed: 282, counted: 300 }

test.each([
  ['nothing was checked', [], false],
  ['no answer came', [[0, 0]], false],
  ['fourteen of twenty agree', [[14, 20]], true],
  ['fifteen of twenty agree', [[15, 20]], false],
  [
    'two weeks in a row fifteen of twenty agree',
    [
      [15, 20],
      [15, 20],
    ],
    true,
  ],
  [
    'one bad week follows a good one',
    [
      [15, 20],
      [19, 20],
    ],
    false,
  ],
  [
    'a bad week was long ago',
    [
      [19, 20],
      [19, 20],
      [5, 20],
    ],
    false,
  ],
] as const)('where %s drift is %#', (_, checks, drifted) => {
  expect(
    hasDrifted(
      PROMISED,
      checks.map(([agreed, counted]) => ({ agreed, counted })),
    ),
  ).toBe(drifted)
})

/** The chance of exactly `hits` of `count`. */
function binomial(hits: number, count: number, share: number): number {
  let ways = 1
  for (let at = 1; at <= hits; at++) ways *= (count - hits + at) / at
  return ways * share ** hits * (1 - share) ** (count - hits)
}

/** The chance that drift is seen within two checks of twenty posts, where the model agrees on this share. */
function seenWithinTwo(share: number): number {
  let seen = 0
  for (let first = 0; first <= 20; first++) {
    for (let second = 0; second <= 20; second++) {
      const [one, two] = [first, second].map((agreed) => ({ agreed, counted: 20 }))
      const is = hasDrifted(PROMISED, [one!]) || hasDrifted(PROMISED, [two!, one!])
      if (is) seen += binomial(first, 20, share) * binomial(second, 20, share)
    }
  }
  return seen
}

test('two checks see a model that has changed its mind, and seldom one that has not', () => {
  expect(seenWithinTwo(0.94)).toBeLessThan(0.004)
  expect(seenWithinTwo(0.75)).toBeGreaterThan(0.65)
  expect(seenWithinTwo(0.65)).toBeGreaterThan(0.95)
  expect(seenWithinTwo(0.5)).toBeGreaterThan(0.999)
})
