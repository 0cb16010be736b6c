import { expect, test } from 'vitest'
import { pauseNote, spentThisMonth, type MonitoringPause } from './monitoring.ts'

const NOW = new Date('2026-11-30T23:59:59.999Z')

test('spent credits belong to their calendar month alone', () => {
  expect(spentThisMonth({ month: '2026-11', spent: 1_500 }, NOW)).toBe(1_500)
  expect(spentThisMonth({ month: '2026-11', spent: 1_500 }, new Date(NOW.getTime() + 1))).toBe(0)
  expect(spentThisMonth({ month: '', spent: 0 }, NOW)).toBe(0)
})

test('a pause says how many posts wait and until when', () => {
  const note = (pause: MonitoringPause | null, waiting: number) =>
    pauseNote({ budget: 5_000, price: 1_000, pause, waiting, dropped: 0 }, NOW)
  expect(note('budget', 1)).toBe(
    "1 post waits to be judged: this month's budget is used up. They are judged from 1 Dec 2026 on, or sooner with a higher budget.",
  )
  expect(note('credits', 20)).toBe('20 posts wait to be judged: no credits are left.')
  expect(note('budget', 0)).toBeNull()
  expect(note(null, 20)).toBeNull()
})

test('a budget too small for one post is said to hold everything back, unless judging is free', () => {
  const note = (budget: number, price: number, waiting: number) =>
    pauseNote({ budget, price, pause: null, waiting, dropped: 0 }, NOW)
  expect(note(0, 1_000, 0)).toBe('Nothing is judged: the monthly budget is 0. What comes in waits until it is raised.')
  expect(note(0, 1_000, 3)).toBe('Nothing is judged: the monthly budget is 0. 3 posts wait until it is raised.')
  expect(note(500, 1_000, 1)).toBe(
    'Nothing is judged: the monthly budget does not pay for one post. 1 post waits until it is raised.',
  )
  expect(note(0, 0, 0)).toBeNull()
  expect(note(1_000, 1_000, 0)).toBeNull()
})

test('a pause says how many posts were dropped because too many waited', () => {
  const money = { budget: 1_000, price: 1_000, waiting: 10_000 }
  const note = (pause: MonitoringPause | null, dropped: number) => pauseNote({ ...money, pause, dropped }, NOW)
  expect(note('credits', 1)).toBe(
    '10000 posts wait to be judged: no credits are left. 1 older post was let go unjudged, as too many waited.',
  )
  expect(note('credits', 12)).toMatch(/ 12 older posts were let go unjudged, as too many waited\.$/)
  expect(note(null, 12)).toBeNull()
})
