import { expect, onTestFinished, test } from 'vitest'
import { searchThroughCrashes } from '@leadlight/testing/crashed-search'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { systemClock } from '../clock.ts'

/** Each kill leaves a database that was not closed. How many kills a job survives is tested on PostgreSQL. */
const KILLS = 2

test('a search whose process is killed again and again ends as one that is not', { timeout: 900_000 }, async () => {
  const doubles = await startAllDoubles({ folder: undefined, portBase: undefined, clock: systemClock })
  onTestFinished(() => doubles.close())
  const environment = { ...doubles.environment, JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' }
  const search = async (killAt: readonly 'step'[]) =>
    searchThroughCrashes({ where: await createTestDatabase(), environment, budget: null, killAt })
  const unharmed = await search([])
  const killed = await search(Array.from({ length: KILLS }, () => 'step' as const))
  expect(killed.killed).toBe(KILLS)
  expect(killed.outcome).toEqual(unharmed.outcome)
})
