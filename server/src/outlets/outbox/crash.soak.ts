import { expect, test } from 'vitest'
import { deliverThroughCrashes } from '@leadlight/testing/crashed-outbox'
import { createTestDatabase } from '@leadlight/testing/test-database'

const SEEDS = 200
const BURSTS = 20
const AT_ONCE = 4

test('in bursts of leads Slack is told of each, whenever workers die', async () => {
  for (let n = 0; n < BURSTS; n += 1) {
    const seed = `burst-${n}`
    const outcome = await deliverThroughCrashes(await createTestDatabase(), { seed, deaths: 2, burst: true })
    const { ids, countedBySlack, takenBack } = outcome
    const told = { seed, counted: countedBySlack, most: Math.max(...ids.slack), takenBack }
    expect(told).toEqual({ seed, counted: ids.slack.length, most: 1, takenBack: [] })
  }
})

test(`in ${SEEDS} runs workers that die send each lead by webhook, mail and Slack under one id, and none that was rolled back`, async () => {
  const seeds = Array.from({ length: SEEDS }, (_, n) => `soak-${n}`)
  let killed = 0
  let again = 0
  const waited: string[] = []
  async function runSome(): Promise<void> {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const outcome = await deliverThroughCrashes(await createTestDatabase(), { seed, deaths: 2 })
      const once = outcome.ids.webhook.map(() => 1)
      const told = { ids: { webhook: once, mail: once, slack: once }, takenBack: [] }
      expect({ seed, ...outcome }).toMatchObject({ seed, ...told })
      killed += outcome.killed
      again += outcome.again
      waited.push(...outcome.waited.map((left) => `${seed}: ${JSON.stringify(left)}`))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runSome))
  process.stdout.write(`${killed} workers died; ${again} tellings came a second time.\n`)
  process.stdout.write(`${waited.length} times something waited for its time.\n${waited.join('\n')}\n`)
  expect(killed).toBeGreaterThan(SEEDS)
})
