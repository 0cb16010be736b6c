import { expect, test } from 'vitest'
import { tellThroughCrashes } from '../testing/crashed-outbox.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const SEEDS = ['a', 'b']

test(
  'workers that die between commit and sending tell each lead by webhook and mail, under one id, and none that was taken back',
  { timeout: 300_000 },
  async () => {
    const outcomes = await Promise.all(
      SEEDS.map(async (seed) => tellThroughCrashes(await createTestDatabase(), { seed, deaths: 1 })),
    )
    for (const outcome of outcomes) {
      const once = outcome.webhookIds.map(() => 1)
      expect(once.length).toBeGreaterThan(0)
      expect(outcome).toMatchObject({ webhookIds: once, messageIds: once, takenBack: [], waiting: 0 })
    }
    expect(outcomes.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0)
  },
)
