import { expect, test } from 'vitest'
import type { Verdict } from '../measures.ts'
import type { GradedPost } from '../read-data.ts'
import { measureConditions } from './measure-conditions.ts'

const cases: { grade: 0 | 1 | 2; conditions?: string; keep: boolean }[] = [
  { grade: 2, conditions: 'mmm--', keep: true },
  { grade: 2, conditions: 'umm--', keep: false },
  { grade: 1, conditions: 'nmm--', keep: true },
  { grade: 1, conditions: 'unmm-', keep: false },
  { grade: 1, conditions: 'nnm--', keep: true },
  { grade: 1, conditions: 'mmu--', keep: false },
  { grade: 0, keep: true },
]
const judgements = cases.map(({ grade, conditions }, index): GradedPost => ({
  signal: 'A1',
  file: 'posts',
  id: String(index),
  grade,
  ...(conditions !== undefined && { conditions }),
}))
const verdicts = cases.map(({ grade, keep }, index): Verdict => ({
  signal: 'A1',
  grade,
  score: 0,
  probability: 0,
  keep,
  post: `posts/${index}`,
}))

test('posts are counted by what the readers noted of them', () => {
  expect(measureConditions(verdicts, judgements)).toMatchObject({
    onlyMissing: { who: { posts: 1, kept: 1 }, act: { posts: 1, kept: 0 }, topic: { posts: 0, kept: 0 } },
    severalMissing: { posts: 1, kept: 1 },
    noneMissing: { posts: 1, kept: 0 },
    plainlyNone: { posts: 1, kept: 1 },
    saysAll: { posts: 1, kept: 1 },
    unsaid: { who: { posts: 1, kept: 0 }, limit: { posts: 0, kept: 0 } },
  })
})

test('nothing is said of a set whose readers noted no conditions', () => {
  expect(measureConditions(verdicts, [{ signal: 'A1', file: 'posts', id: '0', grade: 2 }])).toBeNull()
})
