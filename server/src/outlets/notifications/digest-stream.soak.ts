import { test } from 'vitest'
import { expectInTime, liveThroughDigests } from '@leadlight/testing/digest-stream'

const SEEDS = Array.from({ length: 20 }, (_, number) => `soak-${number}`)

test.each(SEEDS.flatMap((seed) => [['autumn', seed] as const, ['spring', seed] as const]))(
  'each lead that passes somebody’s filter is in one mail of theirs, at the time they chose (%s, seed %s)',
  async (season, seed) => expectInTime(await liveThroughDigests(season, seed)),
)
