import { expect, test } from 'vitest'
import { formatAge, formatCount, formatNumber, formatWebsite } from './format.ts'

const now = new Date('2026-11-21T12:00:00.000Z')

test.each([
  ['2026-11-21T11:59:30.000Z', 'now'],
  ['2026-11-21T12:00:10.000Z', 'now'],
  ['2026-11-21T11:55:00.000Z', '5 min'],
  ['2026-11-21T11:00:00.000Z', '1 h'],
  ['2026-11-20T12:00:01.000Z', '23 h'],
  ['2026-11-18T12:00:00.000Z', '3 d'],
  ['2026-11-10T12:00:00.000Z', '10 Nov 2026'],
])('%s is %s', (instant, age) => {
  expect(formatAge(instant, now)).toBe(age)
})

test('numbers have separators and at most three decimals', () => {
  expect([7412, 0.25, 1 / 3].map(formatNumber)).toEqual(['7,412', '0.25', '0.333'])
  expect([formatCount(1, 'lead'), formatCount(1200, 'lead')]).toEqual(['1 lead', '1,200 leads'])
})

test('a website loses what every address has', () => {
  expect(['https://www.acme.example/', 'http://acme.example/shop/', 'acme.example'].map(formatWebsite)).toEqual([
    'acme.example',
    'acme.example/shop',
    'acme.example',
  ])
})
