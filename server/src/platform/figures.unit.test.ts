import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createFigureReader, type Figure, type Figures } from './figures.ts'

/** Two groups, the first of which answers what a test says. */
function openFigures(read: () => Promise<Figure[]>, areCostly = false) {
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const log = createCapturedLog()
  const registry = new Registry()
  const queue: Figures = { of: 'queue', gauges: { depth: { help: 'How deep.', labels: ['name'] } }, read }
  const money: Figures = { of: 'money', gauges: { left: { help: 'What is left.' } }, read: () => Promise.resolve([{ name: 'left', value: 7 }]) } // oxfmt-ignore
  const refresh = createFigureReader({ registry, figures: [queue, money], areCostly, clock, log })
  const lines = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => /^[a-z]/.test(line))
      .toSorted()
  return { clock, log, refresh, lines }
}

const READ = ['leadlight_figures_read{of="money"} 1', 'leadlight_figures_read{of="queue"} 1']
const UNREAD = ['leadlight_figures_read{of="money"} 0', 'leadlight_figures_read{of="queue"} 0']

test('figures are read once for all who ask within seconds, and what is gone then is left out', async () => {
  let reads = 0
  const named = ['first', 'second']
  const { clock, refresh, lines } = openFigures(() => {
    const name = named[reads++] ?? ''
    return Promise.resolve([{ name: 'depth', labels: { name }, value: 1 }])
  })
  await Promise.all([refresh(), refresh()])
  await refresh()
  expect(await lines()).toEqual(['depth{name="first"} 1', ...READ, 'left 7'])
  await clock.advance(5_000)
  await refresh()
  expect(await lines()).toEqual(['depth{name="second"} 1', ...READ, 'left 7'])
  expect(reads).toBe(2)
})

test('figures that cannot be read are left out and logged, and those after them are read', async () => {
  let isAway = false
  let reads = 0
  const { clock, log, refresh, lines } = openFigures(() => {
    reads += 1
    return isAway ? Promise.reject(new Error('Away.')) : Promise.resolve([{ name: 'depth', labels: { name: 'one' }, value: 1 }]) // oxfmt-ignore
  })
  await refresh()
  isAway = true
  await clock.advance(5_000)
  await refresh()
  expect(await lines()).toEqual([
    'leadlight_figures_read{of="money"} 1',
    'leadlight_figures_read{of="queue"} 0',
    'left 7',
  ])
  await clock.advance(5_000)
  await refresh()
  expect(reads).toBe(2)
  isAway = false
  await clock.advance(55_000)
  await refresh()
  expect(await lines()).toEqual(['depth{name="one"} 1', ...READ, 'left 7'])
  expect(log.lines.map(({ message }) => message)).toEqual([
    'Figures for watching could not be read.',
    'Figures for watching are read again.',
  ])
})

test('where reading holds everybody up it is done once a minute', async () => {
  let reads = 0
  const { clock, refresh } = openFigures(() => {
    reads += 1
    return Promise.resolve([])
  }, true)
  await refresh()
  await clock.advance(59_000)
  await refresh()
  expect(reads).toBe(1)
  await clock.advance(1_000)
  await refresh()
  expect(reads).toBe(2)
})

test('what is late stays what it was for three minutes, and is left out then', async () => {
  let answer = Promise.resolve<Figure[]>([{ name: 'depth', labels: { name: 'one' }, value: 1 }])
  const { clock, refresh, lines } = openFigures(() => answer)
  await refresh()
  answer = new Promise(() => {})
  await clock.advance(5_000)
  const late = async () => {
    const refreshed = refresh()
    await clock.advance(2_500)
    await refreshed
    return lines()
  }
  expect(await late()).toContain('depth{name="one"} 1')
  await clock.advance(175_000)
  expect(await late()).toEqual(UNREAD)
})

test('a database that does not answer keeps nobody waiting, and is asked no second time meanwhile', async () => {
  let reads = 0
  const answer = Promise.withResolvers<Figure[]>()
  const { clock, refresh, lines } = openFigures(() => {
    reads += 1
    return answer.promise
  })
  for (let scrapes = 0; scrapes < 2; scrapes += 1) {
    const refreshed = refresh()
    await clock.advance(2_500)
    await refreshed
    expect(await lines()).toEqual(UNREAD)
  }
  expect(reads).toBe(1)
  answer.resolve([{ name: 'depth', labels: { name: 'late' }, value: 2 }])
  await refresh()
  expect(await lines()).toEqual(['depth{name="late"} 2', ...READ, 'left 7'])
  expect(reads).toBe(1)
})
