import { expect, test } from 'vitest'
import { outside } from './fold-weights.ts'
import type { Pair } from './prepare.ts'

const pair = (business: string, signal: string, post: string): Pair => ({
  business,
  signal,
  post,
  grade: 0,
  quote: undefined,
  features: new Float64Array(),
  reads: [],
  met: [],
  sentences: [],
  bm25: 0,
  cosine: 0,
})

test('nothing is learned for a business from itself, from a post graded for it, or from a signal near its own', () => {
  const pairs = [
    pair('baker', 'B1', 'one'),
    pair('brewer', 'C1', 'two'),
    pair('brewer', 'C2', 'three'),
    pair('cooper', 'D1', 'one'),
    pair('cooper', 'D1', 'four'),
  ]
  const left = outside(pairs, { business: 'baker', posts: new Set(['one']), near: new Set(['C2']) })
  expect(left.map(({ signal, post }) => [signal, post])).toEqual([
    ['C1', 'two'],
    ['D1', 'four'],
  ])
})
