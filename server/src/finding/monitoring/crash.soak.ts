import { expect, onTestFinished, test } from 'vitest'
import { monitorThroughCrashes, startTalkOfTheHour } from '@leadlight/testing/crashed-monitoring'
import { killsOf } from '@leadlight/testing/crashed-search'
import { createTestDatabase } from '@leadlight/testing/test-database'

const SEEDS = Array.from({ length: 50 }, (_, number) => `soak-${number}`)
const SEEDS_PER_TALK = 5
const CHECKPOINTS = 40

const ROUNDS = Array.from({ length: SEEDS.length / SEEDS_PER_TALK }, (_, round) => ({
  first: SEEDS[round * SEEDS_PER_TALK],
  seeds: SEEDS.slice(round * SEEDS_PER_TALK, (round + 1) * SEEDS_PER_TALK),
}))

test.each(ROUNDS)('monitoring whose workers are killed ends like one unharmed: $first and after', async ({ seeds }) => {
  // New for every round: a first poll reaches ten minutes back.
  const platforms = await startTalkOfTheHour()
  onTestFinished(() => platforms.close())
  const monitor = async (killAt: number[]) =>
    (await monitorThroughCrashes({ where: await createTestDatabase(), platforms, killAt })).outcome
  const unharmed = await monitor([])
  for (const seed of seeds) {
    const outcome = await monitor(killsOf(seed, CHECKPOINTS))
    expect({ seed, outcome }).toEqual({ seed, outcome: unharmed })
  }
})
