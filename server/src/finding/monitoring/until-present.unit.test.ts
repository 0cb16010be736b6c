import { expect, test } from 'vitest'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { StaleIntake } from './take-in.ts'
import { untilPresent } from './until-present.ts'

const clock = createImpatientClock('2026-11-02T09:00:00Z')

test.each([0, 1, 7])('work that was stale %i times succeeds in the end', async (times) => {
  let left = times
  const done = untilPresent({ clock }, async () => {
    if (left-- > 0) throw new StaleIntake()
    return 'done'
  })
  await expect(done).resolves.toBe('done')
})

test('work that stays stale is given up after eight tries', async () => {
  let tries = 0
  const done = untilPresent({ clock }, () => {
    tries += 1
    return Promise.reject(new StaleIntake())
  })
  await expect(done).rejects.toThrow(StaleIntake)
  expect(tries).toBe(8)
})

test('any other failure is not retried', async () => {
  let tries = 0
  const done = untilPresent({ clock }, () => {
    tries += 1
    return Promise.reject(new Error('broken'))
  })
  await expect(done).rejects.toThrow('broken')
  expect(tries).toBe(1)
})
