import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { killsOf, searchThroughCrashes, type Outcome } from '@leadlight/testing/crashed-search'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import { createTestDatabase } from '@leadlight/testing/test-database'

const SEEDS = Array.from({ length: 50 }, (_, number) => ({
  seed: `soak-${number}`,
  budget: number % 2 === 0 ? null : 6,
}))
const CHECKPOINTS = 24

const unharmed = new Map<number | null, Outcome>()

/** Uses doubles of its own, since the shared ones enforce daily quotas that fifty searches would exceed. */
async function search(budget: number | null, killAt: number[]): Promise<{ outcome: Outcome; killed: number }> {
  const doubles = await startAllDoubles({ folder: undefined, portBase: undefined, clock: systemClock })
  const environment = { ...doubles.environment, JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' }
  try {
    return await searchThroughCrashes({ where: await createTestDatabase(), environment, budget, killAt })
  } finally {
    await doubles.close()
  }
}

beforeAll(async () => {
  for (const budget of [null, 6]) unharmed.set(budget, (await search(budget, [])).outcome)
})

test.each(SEEDS)('a search killed on the way ends like one that is not: $seed', async ({ seed, budget }) => {
  const { outcome } = await search(budget, killsOf(seed, CHECKPOINTS))
  expect(outcome).toEqual(unharmed.get(budget))
})
