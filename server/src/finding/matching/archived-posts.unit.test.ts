import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawEvenly } from './archived-posts.ts'

test('all are drawn of a list that is short enough', () => {
  expect(drawEvenly(['a', 'b', 'c'], 3)).toEqual(['a', 'b', 'c'])
  expect(drawEvenly([], 3)).toEqual([])
})

test('what is drawn of a longer list lies at even distances, in order, and begins and ends alike', () => {
  expect(drawEvenly([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([1, 4, 7])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (length, max) => {
      const drawn = drawEvenly([...Array(length).keys()], max)
      expect(drawn).toHaveLength(Math.min(length, max))
      const gaps = drawn.slice(1).map((at, index) => at - (drawn[index] ?? at))
      const usual = length / drawn.length
      expect(gaps.every((gap) => gap >= Math.floor(usual) && gap <= Math.ceil(usual))).toBe(true)
    }),
    { seed: 3 },
  )
})
