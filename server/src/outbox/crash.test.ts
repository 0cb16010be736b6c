import { expect, test } from 'vitest'
import { tellThroughCrashes } from '../testing/crashed-outbox.ts'
import { createTestDatabase } from '../testing/test-database.ts'

test.concurrent.each(['a', 'b', 'c'])(
  'workers that die between commit and sending tell each lead by webhook and mail, under one id, and none that was taken back (seed %s)',
  { timeout: 300_000 },
  async (seed) => {
    const outcome = await tellThroughCrashes(await createTestDatabase(), { seed, deaths: 1 })
    expect(outcome.webhookIds.length).toBeGreaterThan(0)
    const once = outcome.webhookIds.map(() => 1)
    expect(outcome).toMatchObject({ webhookIds: once, messageIds: once, takenBack: [], waiting: 0 })
    expect(outcome.killed).toBe(1)
  },
)
