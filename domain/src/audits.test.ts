import { expect, test } from 'vitest'
import { auditedSince, weekOf } from './audits.ts'

test.each([
  ['2026-11-02T00:00:00Z', '2026-11-02', '2026-08-17'],
  ['2026-11-08T23:59:59Z', '2026-11-02', '2026-08-17'],
  ['2026-11-09T00:00:00Z', '2026-11-09', '2026-08-24'],
  ['2027-01-01T12:00:00Z', '2026-12-28', '2026-10-12'],
])('%s is in the week of %s, and the weeks that count begin at %s', (now, week, since) => {
  expect(weekOf(new Date(now))).toBe(week)
  expect(auditedSince(new Date(now))).toBe(since)
})
