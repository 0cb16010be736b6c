import { expect, test } from 'vitest'
import { searchThroughLosses } from '@leadlight/testing/harmed-search'
import { LOSSES_MAX } from '../job-leases.ts'

/** One more than a job survives without progress; `npm run soak -- long lost-search` has ten and two outages. */
const KILLS = ['step', 'step', 'outage', 'step', 'step', 'step'] as const

test('a search that loses its workers and its database ends as one that loses none', { timeout: 900_000 }, async () => {
  const { unharmed, harmed, killed } = await searchThroughLosses(KILLS)
  expect(killed).toBe(LOSSES_MAX + 1)
  expect(harmed).toEqual(unharmed)
})
