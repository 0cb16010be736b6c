import { test } from 'vitest'
import { expectInTime, liveThroughDigests } from '@leadlight/testing/digest-stream'

test.each([
  ['autumn', 'b'],
  ['spring', 'd'],
] as const)(
  'each lead that passes somebody’s filter is in one mail of theirs, at the time they chose (%s)',
  async (season, seed) => expectInTime(await liveThroughDigests(season, seed)),
)
