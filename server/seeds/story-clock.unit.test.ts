import { expect, test } from 'vitest'
import { createStoryClock } from './story-clock.ts'

test('the demo’s clock is the present until it is set back, and goes on from there', async () => {
  let present = Date.parse('2026-11-21T12:00:00Z')
  const slept: number[] = []
  const clock = createStoryClock({
    now: () => new Date(present),
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
  })
  expect(clock.now()).toEqual(new Date('2026-11-21T12:00:00Z'))
  clock.goTo(84)
  expect(clock.now()).toEqual(new Date('2026-08-29T12:00:00Z'))
  present += 60_000
  expect(clock.now()).toEqual(new Date('2026-08-29T12:01:00Z'))
  clock.goTo(0)
  expect(clock.now()).toEqual(new Date('2026-11-21T12:01:00Z'))
  await clock.sleep(5)
  expect(slept).toEqual([5])
})
