import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { killsOf, searchThroughCrashes, type Outcome } from '@leadlight/testing/crashed-search'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import { createTestDatabase } from '@leadlight/testing/test-database'

/** A search over the project's own posts passes about this many checkpoints. */
const CHECKPOINTS = 24
/** Less than it would judge. `opinions/crash.test.ts` kills a search without a budget. */
const BUDGET = 6

let doubles: Awaited<ReturnType<typeof startAllDoubles>>
let environment: Record<string, string>
beforeAll(async () => {
  doubles = await startAllDoubles({ folder: undefined, portBase: undefined, clock: systemClock })
  environment = { ...doubles.environment, JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' }
})
afterAll(() => doubles.close())

async function search(killAt: number[]): Promise<{ outcome: Outcome; killed: number }> {
  return searchThroughCrashes({ where: await createTestDatabase(), environment, budget: BUDGET, killAt })
}

test(
  'a search with a budget whose worker is killed on the way ends like one that is not killed',
  { timeout: 900_000 },
  async () => {
    const [unharmed, crashed] = await Promise.all([search([]), search(killsOf('b', CHECKPOINTS))])

    expect(crashed.killed).toBeGreaterThan(0)
    expect(crashed.outcome).toEqual(unharmed.outcome)
    expect(unharmed.outcome.leads.length).toBeGreaterThan(0)
    expect(crashed.outcome.search).toMatchObject({ kept: crashed.outcome.leads.length })
    expect(
      unharmed.outcome.entries.filter((entry) => (entry as { kind: string }).kind === 'charge').length,
    ).toBeGreaterThan(0)
  },
)
