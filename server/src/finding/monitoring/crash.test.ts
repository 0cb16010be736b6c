import { expect, onTestFinished, test } from 'vitest'
import { monitorThroughCrashes, startTalkOfTheHour } from '@leadlight/testing/crashed-monitoring'
import { killsOf } from '@leadlight/testing/crashed-search'
import { createTestDatabase } from '@leadlight/testing/test-database'

/** Polling everything once and judging the finds passes about forty checkpoints, shared by two workers. */
const CHECKPOINTS = 10

test('workers that are killed while they monitor lose no post and judge none twice', { timeout: 900_000 }, async () => {
  const platforms = await startTalkOfTheHour()
  onTestFinished(() => platforms.close())
  const monitor = async (killAt: number[]) =>
    monitorThroughCrashes({ where: await createTestDatabase(), platforms, killAt })
  const [unharmed, crashed] = await Promise.all([monitor([]), monitor(killsOf('a', CHECKPOINTS).slice(0, 2))])

  expect(crashed.killed).toBeGreaterThan(0)
  expect(crashed.outcome).toEqual(unharmed.outcome)
  expect(unharmed.outcome.leads.length).toBeGreaterThan(10)
  expect(unharmed.outcome).toMatchObject({ held: 0, charged: 500 * judgedIn(unharmed.outcome.judged) })
})

function judgedIn(candidates: unknown[]): number {
  return candidates.filter((candidate) => (candidate as { state: string }).state === 'judged').length
}
