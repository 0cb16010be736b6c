import { expect, test } from 'vitest'
import {
  formatAge,
  formatAgo,
  formatCount,
  formatNumber,
  formatShare,
  formatSpan,
  formatTime,
  formatWebsite,
} from './format.ts'

const now = new Date('2026-11-21T12:00:00.000Z')

test.each([
  ['2026-11-21T11:59:30.000Z', 'now'],
  ['2026-11-21T12:00:10.000Z', 'now'],
  ['2026-11-21T11:55:00.000Z', '5 min'],
  ['2026-11-21T11:00:00.000Z', '1 h'],
  ['2026-11-20T12:00:01.000Z', '23 h'],
  ['2026-11-18T12:00:00.000Z', '3 d'],
  ['2026-11-10T12:00:00.000Z', '10 Nov 2026'],
])('the age of %s is %s', (instant, age) => {
  expect(formatAge(instant, now)).toBe(age)
})

test.each([
  ['2026-11-21T12:00:10.000Z', 'just now'],
  ['2026-11-21T11:55:00.000Z', '5 min ago'],
  ['2026-11-18T12:00:00.000Z', '3 d ago'],
  ['2026-11-10T12:00:00.000Z', '10 Nov 2026'],
])('in a sentence %s is %s', (instant, ago) => {
  expect(formatAgo(instant, now)).toBe(ago)
})

test('numbers have separators and at most three decimals', () => {
  expect([7412, 0.25, 1 / 3].map(formatNumber)).toEqual(['7,412', '0.25', '0.333'])
  expect([formatCount(1, 'lead'), formatCount(1200, 'lead')]).toEqual(['1 lead', '1,200 leads'])
})

test('a website loses its scheme and www', () => {
  expect(['https://www.acme.example/', 'http://acme.example/shop/', 'acme.example'].map(formatWebsite)).toEqual([
    'acme.example',
    'acme.example/shop',
    'acme.example',
  ])
})

/** The reader's time zone is the machine's, so the test uses local times. */
const at = (local: string) => new Date(local).toISOString()

test('a time names its day unless it is today', () => {
  const noon = new Date(2026, 10, 21, 12)
  expect(formatTime(at('2026-11-21T09:05'), noon)).toBe('09:05')
  expect(formatTime(at('2026-11-20T09:05'), noon)).toBe('20 Nov, 09:05')
  expect(formatTime(at('2025-12-31T09:05'), noon)).toBe('31 Dec 2025, 09:05')
})

test('a span names its day once if it is one, and not at all if it is today', () => {
  const noon = new Date(2026, 10, 21, 12)
  expect(formatSpan(at('2026-11-21T09:05'), at('2026-11-21T10:40'), noon)).toBe('09:05–10:40')
  expect(formatSpan(at('2026-11-20T09:05'), at('2026-11-20T10:40'), noon)).toBe('20 Nov, 09:05–10:40')
  expect(formatSpan(at('2026-11-20T23:50'), at('2026-11-21T00:10'), noon)).toBe('20 Nov, 23:50 – 21 Nov, 00:10')
})

test.each([
  [1, '100 %'],
  [0.999, '99 %'],
  [0.001, '1 %'],
  [0, '0 %'],
])('a share of %d is formatted as %s', (share, words) => expect(formatShare(share)).toBe(words))
