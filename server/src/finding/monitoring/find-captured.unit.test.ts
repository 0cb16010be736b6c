import { createDice } from '@leadlight/engine/testing/dice'
import { expect, test } from 'vitest'
import { capturedShare, type DrawnPosts } from './find-captured.ts'

const RUNS = 1_000
const DRAWS = 300
const HIDDEN = 0.03

function isMet(share: number): boolean {
  return share >= HIDDEN
}

/** One place's draws, each of which met so many of its posts. */
function placeOf(draws: readonly { met: number; posts: number }[]): DrawnPosts {
  const total = (count: (one: { met: number; posts: number }) => number) =>
    draws.reduce((sum, one) => sum + count(one), 0)
  return {
    platform: 'hacker_news',
    source: '',
    met: total(({ met }) => met),
    missed: total(({ met, posts }) => posts - met),
    draws: draws.length,
    metMet: total(({ met }) => met * met),
    metPosts: total(({ met, posts }) => met * posts),
    postsPosts: total(({ posts }) => posts * posts),
  }
}

test.each([
  {
    hidden: 'post by post',
    meet: (share: () => number, posts: number) => Array.from({ length: posts }, () => isMet(share())),
  },
  {
    hidden: 'draw by draw',
    meet: (share: () => number, posts: number) => Array.from({ length: posts }).fill(isMet(share())),
  },
])('where 3 % is hidden $hidden, the interval of 300 draws holds the truth', ({ meet }) => {
  const dice = createDice('captured')
  const share = () => dice.share()
  let held = 0
  for (let run = 0; run < RUNS; run += 1) {
    const draws = Array.from({ length: DRAWS }, (_, at) => {
      const posts = 1 + (at % 6)
      return { posts, met: meet(share, posts).filter(Boolean).length }
    })
    const { low = 1, high = 0 } = capturedShare([placeOf(draws)]) ?? {}
    if (low <= 1 - HIDDEN && 1 - HIDDEN <= high) held += 1
  }
  expect(held, `of ${RUNS} intervals hold the truth`).toBeGreaterThanOrEqual(930)
})

test('without a settled draw nothing is said', () => {
  expect(capturedShare([placeOf([])])).toBeNull()
})
