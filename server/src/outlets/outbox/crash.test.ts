import { expect, test } from 'vitest'
import { deliverThroughCrashes } from '@leadlight/testing/crashed-outbox'
import { createTestDatabase } from '@leadlight/testing/test-database'

test(
  'workers that die between commit and sending send each lead by webhook, mail and Slack under one id, and none that was rolled back',
  { timeout: 900_000 },
  async () => {
    // With this seed a lead is rolled back before the worker dies.
    const outcome = await deliverThroughCrashes(await createTestDatabase(), { seed: 'b', deaths: 1 })
    const once = outcome.ids.webhook.map(() => 1)
    expect(once.length).toBeGreaterThan(0)
    expect(outcome).toMatchObject({ ids: { webhook: once, mail: once, slack: once }, takenBack: [] })
    expect(outcome.countedBySlack).toBe(outcome.ids.slack.length)
    expect(outcome.killed).toBeGreaterThan(0)
  },
)

test('leads too many to be told one by one are all counted in Slack, whoever dies', { timeout: 900_000 }, async () => {
  const where = await createTestDatabase()
  const outcome = await deliverThroughCrashes(where, { seed: 'many', deaths: 1, burst: true })
  const { ids, countedBySlack } = outcome
  expect(ids.slack.length).toBeGreaterThan(20)
  expect(ids.slack).toContain(0)
  expect(Math.max(...ids.slack)).toBe(1)
  expect(countedBySlack).toBe(ids.slack.length)
  expect(outcome.takenBack).toEqual([])
})
