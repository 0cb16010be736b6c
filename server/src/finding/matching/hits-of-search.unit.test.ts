import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allHits } from './hits-of-search.ts'

test.each([
  ['all was fetched', [{ seen: 80, hits: 80, judged: 10, kept: 4 }], 10],
  ['a tenth was fetched', [{ seen: 100, hits: 1_000, judged: 10, kept: 4 }], 100],
  ['the platform says nothing', [{ seen: 100, hits: null, judged: 10, kept: 4 }], 10],
  ['it says fewer than it gave', [{ seen: 100, hits: 0, judged: 10, kept: 4 }], 10],
  ['nothing was kept', [{ seen: 100, hits: 5_000, judged: 10, kept: 0 }], 10],
  ['nothing was judged', [], 0],
  [
    'leads came from a question that was read through, and others did not',
    [
      { seen: 50, hits: 50, judged: 5, kept: 5 },
      { seen: 100, hits: 10_000, judged: 5, kept: 0 },
    ],
    10,
  ],
])('where %s', (_, asked, posts) => {
  expect(allHits(asked).posts).toBe(posts)
})

test('there are never fewer posts than were judged', () => {
  const one = fc.record({
    seen: fc.nat(1_000),
    hits: fc.option(fc.nat(1_000_000)),
    judged: fc.integer({ min: 1, max: 50 }),
    kept: fc.nat(50),
  })
  fc.assert(
    fc.property(fc.array(one), (asked) => {
      const { posts, judged } = allHits(asked.map((own) => ({ ...own, kept: Math.min(own.kept, own.judged) })))
      expect(posts).toBeGreaterThanOrEqual(judged - 1e-9)
      expect(Number.isFinite(posts)).toBe(true)
    }),
  )
})
