import { expect, test } from 'vitest'
import { pickAsked } from './pick-asked.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.each([
  { judged: 0, asked: [] },
  { judged: 3, asked: [1, 2, 3] },
  { judged: 8, asked: [1, 2, 3, 4, 5, 6, 7, 8] },
  { judged: 12, asked: [1, 2, 3, 4, 5, 6, 7, 10] },
  { judged: 96, asked: [1, 2, 3, 5, 7, 10, 14, 19] },
])('of $judged judged posts a preview asks about $asked', ({ judged, asked }) => {
  expect(pickAsked(upTo(judged))).toEqual(asked)
})
