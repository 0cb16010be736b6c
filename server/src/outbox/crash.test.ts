import { expect, test } from 'vitest'
import { tellThroughCrashes } from '../testing/crashed-outbox.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const SEEDS = ['a', 'b']

test(
  'workers that die between commit and sending tell each lead by webhook, mail and Slack, under one id, and none that was taken back',
  { timeout: 900_000 },
  async () => {
    const outcomes = await Promise.all(
      SEEDS.map(async (seed) => tellThroughCrashes(await createTestDatabase(), { seed, deaths: 1 })),
    )
    for (const outcome of outcomes) {
      const once = outcome.ids.webhook.map(() => 1)
      expect(once.length).toBeGreaterThan(0)
      expect(outcome).toMatchObject({ ids: { webhook: once, mail: once, slack: once }, takenBack: [] })
    }
    expect(outcomes.map(({ ids, countedBySlack }) => countedBySlack - ids.slack.length)).toEqual([0, 0])
    expect(outcomes.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0)
  },
)

test(
  'more leads than are told one by one are counted in Slack to the last, whoever dies',
  { timeout: 900_000 },
  async () => {
    const where = await createTestDatabase()
    const outcome = await tellThroughCrashes(where, { seed: 'many', deaths: 1, burst: true })
    const { ids, countedBySlack } = outcome
    expect(ids.slack.length).toBeGreaterThan(20)
    expect(ids.slack).toContain(0)
    expect(Math.max(...ids.slack)).toBe(1)
    expect(countedBySlack).toBe(ids.slack.length)
    expect(outcome.takenBack).toEqual([])
  },
)
