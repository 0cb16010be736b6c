import { test } from 'vitest'
import { runHostilePosts } from '../testing/hostile-run.ts'

test.each(['first', 'second', 'third'])('a thousand hostile posts and an obedient model, %s seed', async (seed) => {
  await runHostilePosts(seed, 1000)
})
