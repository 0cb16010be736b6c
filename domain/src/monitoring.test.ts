import { expect, test } from 'vitest'
import { pauseNote, spentThisMonth } from './monitoring.ts'

const NOW = new Date('2026-11-30T23:59:59.999Z')

test('what was spent belongs to its calendar month alone', () => {
  expect(spentThisMonth({ month: '2026-11', spent: 1_500 }, NOW)).toBe(1_500)
  expect(spentThisMonth({ month: '2026-11', spent: 1_500 }, new Date(NOW.getTime() + 1))).toBe(0)
  expect(spentThisMonth({ month: '', spent: 0 }, NOW)).toBe(0)
})

test('a pause says how many posts wait and until when', () => {
  expect(pauseNote('budget', 1, NOW)).toBe(
    "1 post waits to be judged: this month's budget is used up. They are judged from 1 Dec 2026 on, or sooner with a higher budget.",
  )
  expect(pauseNote('credits', 20, NOW)).toBe('20 posts wait to be judged: no credits are left.')
  expect(pauseNote('budget', 0, NOW)).toBeNull()
  expect(pauseNote(null, 20, NOW)).toBeNull()
})
