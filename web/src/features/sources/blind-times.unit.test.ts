import type { CoverageGap } from '@leadlight/contract/sources'
import { expect, test } from 'vitest'
import { blindSentence, blindTimes } from './blind-times.ts'

const NOW = new Date('2026-11-21T18:00')
/** In the reader's time zone, which is the machine's. */
const at = (time: string, day = 21) => new Date(`2026-11-${day}T${time}`).toISOString()

function gap(parts: Partial<CoverageGap> = {}): CoverageGap {
  return {
    platform: 'hacker_news',
    platform_name: 'Hacker News',
    source: '',
    from: at('14:05'),
    to: at('15:40'),
    reason: 'Hacker News is in trouble (status 503); we ask again later.',
    backfilled_at: at('15:41'),
    recovered: 12,
    lost: false,
    ...parts,
  }
}

const sentences = (gaps: CoverageGap[]) =>
  blindTimes(gaps, []).map((time) => `${time.name}: ${blindSentence(time, NOW)}`)

test('a backfilled time says how many posts it brought', () => {
  expect(sentences([gap()])).toEqual(['Hacker News: blind 14:05–15:40, backfilled (12 posts)'])
  expect(sentences([gap({ recovered: 1, from: at('23:50', 19), to: at('00:10', 20) })])).toEqual([
    'Hacker News: blind 19 Nov, 23:50 – 20 Nov, 00:10, backfilled (1 post)',
  ])
})

test('a time within a minute is a moment', () => {
  const short = { from: at('14:05'), to: at('14:05:40'), recovered: 0 }
  expect(sentences([gap(short)])).toEqual(['Hacker News: blind for a moment at 14:05, backfilled'])
})

test('an ongoing time says since when and why', () => {
  const reason = 'Leadlight was not running.'
  expect(sentences([gap({ to: null, backfilled_at: null, recovered: 0, reason })])).toEqual([
    'Hacker News: still blind since 14:05: Leadlight was not running.',
  ])
})

test('a lost time says so', () => {
  const reason = 'More was said than the platform lists.'
  expect(sentences([gap({ lost: true, backfilled_at: null, recovered: 0, reason })])).toEqual([
    'Hacker News: blind 14:05–15:40, lost: More was said than the platform lists.',
  ])
})

test('an unread time says so', () => {
  expect(sentences([gap({ backfilled_at: null, recovered: 0, reason: 'The stream was closed.' })])).toEqual([
    'Hacker News: blind 14:05–15:40, not read yet: The stream was closed.',
  ])
})

test('several queries to a source that were blind at once are one time', () => {
  const stackExchange = { platform: 'stack_exchange', platform_name: 'Stack Exchange', source: 'serverfault' }
  expect(
    sentences([
      gap({ ...stackExchange, from: at('14:06'), to: at('15:45'), recovered: 3 }),
      gap({ ...stackExchange, recovered: 2 }),
      gap({ ...stackExchange, from: at('16:00'), to: at('16:10'), recovered: 4 }),
      gap({ ...stackExchange, from: at('17:00'), to: null, backfilled_at: null, reason: 'It is down.' }),
      gap({ ...stackExchange, from: at('17:01'), to: null, backfilled_at: null, reason: 'It is down.' }),
    ]),
  ).toEqual([
    'Stack Exchange: serverfault: still blind since 17:00: It is down.',
    'Stack Exchange: serverfault: blind 16:00–16:10, backfilled (4 posts)',
    'Stack Exchange: serverfault: blind 14:05–15:45, backfilled (at least 3 posts)',
  ])
})

test('times of different sources or outcomes are not joined', () => {
  expect(
    sentences([gap(), gap({ lost: true, from: at('15:00') }), gap({ platform: 'dev', platform_name: 'DEV' })]),
  ).toHaveLength(3)
})
