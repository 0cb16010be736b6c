import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BestRows } from './best-rows.ts'

test('the best of many rows are the first of all of them in order', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 })
  const property = fc.property(scores, fc.nat({ max: 40 }), (given, max) => {
    const best = new BestRows(max, (one, other) => one < other)
    given.forEach((score, row) => {
      if (score >= best.least) best.offer(row, score)
    })
    const all = given.map((score, row) => ({ score, row })).toSorted((a, b) => b.score - a.score || a.row - b.row)
    expect(best.sorted()).toEqual(all.slice(0, max).map(({ row }) => row))
  })
  fc.assert(property, { numRuns: 500 })
})
