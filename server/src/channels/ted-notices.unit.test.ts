import { expect, test } from 'vitest'
import { presentNotice, readNotices } from './ted-notices.ts'

const NOTICE = {
  'publication-number': '510019-2026',
  'publication-date': '2026-07-23+02:00',
  'notice-title': { bul: 'България – Услуги', eng: 'Bulgaria – Software services' },
  'description-proc': { bul: 'Разработка на портал' },
  'description-lot': { bul: ['Разработка на портал', 'Поддръжка'] },
  'buyer-name': ['ОБЩИНА БУРГАС'],
  'buyer-country': ['BGR'],
}

function read(parts: Record<string, unknown>) {
  const [notice] = readNotices([{ ...NOTICE, ...parts }])
  return notice && presentNotice(notice)
}

test('a notice has its title in English, and what the buyer wrote once, in the buyer’s language', () => {
  expect(read({})).toMatchObject({
    externalId: '510019-2026',
    url: 'https://ted.europa.eu/en/notice/-/detail/510019-2026',
    title: 'Bulgaria – Software services',
    text: 'Разработка на портал\n\nПоддръжка',
    author: { externalId: 'BGR/ОБЩИНА БУРГАС', name: 'ОБЩИНА БУРГАС' },
    community: { externalId: 'BGR', displayName: 'Bulgaria' },
    postedAt: new Date('2026-07-23T00:00:00Z'),
    facts: null,
  })
})

test.each([
  {
    of: 'the first of all lots',
    dates: ['2026-09-03Z', '2026-08-17+02:00', '2026-10-01+02:00'],
    deadline: '2026-08-17',
  },
  { of: 'a date without marks', dates: '20260817', deadline: '2026-08-17' },
  { of: 'no day', dates: ['soon', '2026-13-40'], deadline: null },
])('the deadline is $of', ({ dates, deadline }) => {
  const facts = read({
    'deadline-receipt-tender-date-lot': dates,
    'estimated-value-proc': '5',
    'estimated-value-cur-proc': 'EUR',
  })?.facts
  expect(facts?.deadline).toBe(deadline)
})

test('where requests to take part come before offers, theirs is the deadline', () => {
  expect(read({ 'deadline-receipt-request-date-lot': ['2026-08-01+02:00'] })?.facts?.deadline).toBe('2026-08-01')
})

test.each([
  {
    of: 'the whole',
    parts: { 'estimated-value-proc': '1495499.49', 'estimated-value-cur-proc': ['EUR'] },
    amount: 1_495_499,
  },
  {
    of: 'its only lot',
    parts: { 'estimated-value-lot': [250_000], 'estimated-value-cur-lot': ['EUR'] },
    amount: 250_000,
  },
  { of: 'none of several lots', parts: { 'estimated-value-lot': ['5', '6'], 'estimated-value-cur-lot': ['EUR'] } },
  { of: 'nothing without its currency', parts: { 'estimated-value-proc': '48000000' } },
  {
    of: 'nothing in two currencies',
    parts: { 'estimated-value-proc': '5', 'estimated-value-cur-proc': ['EUR', 'SEK'] },
  },
  { of: 'nothing that is no number', parts: { 'estimated-value-proc': 'much', 'estimated-value-cur-proc': 'EUR' } },
])('the budget is that of $of', ({ parts, amount }) => {
  const budget = read({ ...parts, 'deadline-receipt-tender-date-lot': ['2026-09-03Z'] })?.facts?.budget
  expect(budget).toEqual(amount === undefined ? null : { amount, currency: 'EUR' })
})

test('a notice without its number or its day is none', () => {
  expect(read({ 'publication-number': undefined })).toBeUndefined()
  expect(read({ 'publication-date': 'yesterday' })).toBeUndefined()
})
