import { expect, test } from 'vitest'
import { pickSentences, type QuoteModel, type Weight } from './evidence.ts'

/** One number of a sentence decides: how much the score falls without it. */
const byFall: QuoteModel = { means: [1, 0], scales: [2, 1], weights: [3, 0] }
const weigh = (...falls: number[]): Weight[] => falls.map((fall, index) => ({ index, fall, alone: 0, signs: [] }))

test('the picked sentences are worth most by the standardised figures and their weights', () => {
  expect(pickSentences(byFall, weigh(0, 5, 1, 4))).toEqual({ for: [1, 3], against: [] })
  // Worth 6 and 4.2 and 3: the last is more than two below the best.
  expect(pickSentences(byFall, weigh(5, 3.8, 3))).toMatchObject({ for: [0, 1] })
  const turned = { ...byFall, weights: [-3, 0] }
  expect(pickSentences(turned, weigh(0, 5, 1)).for).toEqual([0, 2])
})

test('at most four sentences are for; the excluded one and those the score rises without are against', () => {
  expect(pickSentences(byFall, weigh(5, 5, 5, 5, 5)).for).toEqual([0, 1, 2, 3])
  expect(pickSentences(byFall, weigh(5, -0.4, -0.2, 5), 3)).toEqual({ for: [0], against: [1, 3] })
})
