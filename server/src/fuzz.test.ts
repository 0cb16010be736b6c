import { expect, onTestFinished, test } from 'vitest'
import { fuzz } from '@leadlight/testing/fuzz/fuzz'
import { openStage } from '@leadlight/testing/matrix/site'

const CALLS = 5_000

test('thousands of calls made from the API’s description, valid and not, are answered as it says', async () => {
  const stage = await openStage()
  // Calls that wait for a platform's rate limit wait on the app's clock.
  const ticking = setInterval(() => void stage.app.clock.advance(250), 10)
  onTestFinished(async () => {
    clearInterval(ticking)
    await stage.close()
  })
  const { calls, statuses, faults } = await fuzz(stage, { seed: 1, calls: CALLS })
  expect([...faults.values()]).toEqual([])
  expect(calls).toBeGreaterThanOrEqual(CALLS)
  // Calls that are all refused at the door would show nothing.
  const share = (least: number, most: number) =>
    Object.entries(statuses).reduce((sum, [status, n]) => sum + (+status >= least && +status <= most ? n : 0), 0) /
    calls
  expect(share(200, 299)).toBeGreaterThan(0.2)
  expect(share(422, 422)).toBeGreaterThan(0.2)
})
