import { expect, test } from 'vitest'
import { measureKept, type KeptPost } from './measure-kept.ts'

function post(signal: string, rank: number, grade: KeptPost['grade']): KeptPost {
  return { signal, rank, grade }
}

test('only grade 2 is right, and the first ten of a signal are those of its best ranks', () => {
  const many = Array.from({ length: 20 }, (_, at) => post('A', at + 1, at < 10 ? 2 : 1))
  const { all, ten, posts, signals } = measureKept([...many, post('B', 1, 0)], 3)
  expect({ all: all.value, ten: ten.value, posts, signals }).toEqual({
    all: 0.4762,
    ten: 0.9091,
    posts: 21,
    signals: 3,
  })
  expect([all.low, ten.low]).toEqual([0, 0])
  expect([all.high, ten.high]).toEqual([0.5, 1])
})

test('nothing kept is none right', () => {
  expect(measureKept([], 2).all).toEqual({ value: 0, low: 0, high: 0 })
})
