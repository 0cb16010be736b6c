import { expect, test } from 'vitest'
import { runHostilePosts } from '@leadlight/testing/hostile-run'

test.each(['first', 'second', 'third'])('a thousand hostile posts draw no link or secret, %s seed', async (seed) => {
  const { written, refused } = await runHostilePosts(seed, 1000)
  expect([written + refused, written > 400, refused > 100]).toEqual([1000, true, true])
})
