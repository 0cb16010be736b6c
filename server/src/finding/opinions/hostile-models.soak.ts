import { expect, test } from 'vitest'
import { runHostileModels } from '@leadlight/testing/hostile-models'

test.each(['first', 'second', 'third', 'fourth', 'fifth'])(
  'two thousand hostile readings keep the promises, %s seed',
  async (seed) => {
    const { read, unread } = await runHostileModels(seed, 2_000)
    expect([read + unread, read > 300, unread > 800]).toEqual([2_000, true, true])
  },
)
