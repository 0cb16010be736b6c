import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FORECAST_DAYS_MIN,
  forecastSentence,
  forecastWeek,
  shortestInterval,
  type Forecast,
  type ObservedDay,
  type PartlyJudged,
} from './forecast.ts'

const ALL_JUDGED: PartlyJudged[] = [{ posts: 40, judged: 40, kept: 20 }]

/** So many weeks with the same leads each, on the first days of the week. */
function weeks(count: number, leads: number): ObservedDay[] {
  return Array.from({ length: count * 7 }, (_, day) => ({ posts: 10, leads: day % 7 < leads % 7 ? Math.ceil(leads / 7) : Math.floor(leads / 7) })) // oxfmt-ignore
}

function interval(
  days: readonly ObservedDay[],
  near: readonly PartlyJudged[] = ALL_JUDGED,
  hits?: PartlyJudged & { days: number },
) {
  // oxfmt-ignore
  const forecast = forecastWeek({ days, near, ...(hits && { hits }) })
  if (forecast.kind !== 'interval') throw new Error(`There is no interval: ${forecast.gap}.`)
  return { low: forecast.low, high: forecast.high }
}

describe('the interval', () => {
  test('lies around the usual number, and is narrow when weeks are alike', () => {
    expect(interval(weeks(13, 5))).toEqual({ low: 2, high: 7 })
    expect(interval(weeks(13, 100))).toEqual({ low: 87, high: 113 })
  })

  test('is wider the less was seen', () => {
    const widths = [2, 4, 8, 13].map((count) => widthOf(interval(weeks(count, 20))))
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
    expect(widths[0]).toBeGreaterThan(widths.at(-1) ?? Infinity)
  })

  test('is wider when weeks differ', () => {
    const restless = Array.from({ length: 8 }, (_, week) => weeks(1, week % 2 === 0 ? 5 : 35)).flat()
    expect(widthOf(interval(restless))).toBeGreaterThan(1.5 * widthOf(interval(weeks(8, 20))))
  })

  test('follows a flow that has changed', () => {
    const rising = interval([20, 24, 29, 35, 42, 50, 60, 72].flatMap((leads) => weeks(1, leads)))
    // The mean of the eight is 41 or 42.
    expect(rising.low).toBeGreaterThan(41)
    expect(rising.high).toBeGreaterThan(72)
  })

  test('begins at none where hardly anything came', () => {
    expect(interval(weeks(8, 0), [{ posts: 0, judged: 0, kept: 0 }])).toEqual({ low: 0, high: 0 })
    expect(interval([...weeks(3, 0), ...weeks(1, 2)])).toEqual({ low: 0, high: 1 })
  })

  test('does not count days before the first post', () => {
    const late = [...Array.from({ length: 21 }, () => ({ posts: 0, leads: 0 })), ...weeks(3, 20)]
    expect(interval(late)).toEqual(interval(weeks(3, 20)))
  })

  test('adds what is to be expected among posts that were not judged', () => {
    const some = interval(weeks(8, 5), [
      { posts: 80, judged: 80, kept: 36 },
      { posts: 400, judged: 40, kept: 4 },
    ])
    // Four of forty, and half of one in the prior, of 360 in eight weeks: some four or five a week more.
    expect(some.low).toBeGreaterThanOrEqual(5)
    expect(some.high).toBeLessThanOrEqual(15)
    expect((some.low + some.high) / 2).toBeGreaterThan(8)
  })

  test("takes a platform's count for what was not fetched", () => {
    const hits = { posts: 120, judged: 40, kept: 20, days: 28 }
    const { low, high } = interval(weeks(4, 5), ALL_JUDGED, hits)
    // Half of those judged were kept, so of thirty a week about fifteen are leads.
    expect(low).toBeGreaterThanOrEqual(8)
    expect(high).toBeLessThanOrEqual(22)
    expect(interval(weeks(4, 5), ALL_JUDGED, { ...hits, posts: 60, days: 14 })).toEqual({ low, high })
  })

  test('holds whole numbers in order, whatever came', () => {
    const day = fc.record({ posts: fc.integer({ min: 1, max: 500 }), leads: fc.integer({ min: 0, max: 60 }) })
    const days = fc.array(day, { minLength: FORECAST_DAYS_MIN, maxLength: 91 })
    fc.assert(
      fc.property(days, fc.nat(5_000), (seen, unjudged) => {
        const { low, high } = interval(seen, [{ posts: 20 + unjudged, judged: 20, kept: 3 }])
        expect([Number.isInteger(low), Number.isInteger(high), low >= 0, low <= high]).toEqual([true, true, true, true])
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  test('is the shortest that holds four in five, and of those the likeliest', () => {
    expect(shortestInterval(Float64Array.of(0.1, 0.3, 0.4, 0.15, 0.05))).toEqual({ low: 1, high: 3 })
    expect(shortestInterval(Float64Array.of(0.41, 0.4, 0.19))).toEqual({ low: 0, high: 1 })
    expect(shortestInterval(Float64Array.of(0.1, 0.8, 0.1))).toEqual({ low: 1, high: 1 })
  })
})

describe('what cannot be told', () => {
  const empty = weeks(4, 0).map((day) => ({ ...day, posts: 0 }))
  const sparse = weeks(8, 0).map((day, at) => ({ ...day, posts: at % 5 === 0 ? 1 : 0 }))

  test.each<[string, readonly ObservedDay[], Forecast]>([
    ['without a day', [], { kind: 'cannot_tell', gap: 'no_posts', daysWithPosts: 0 }],
    ['with empty days alone', empty, { kind: 'cannot_tell', gap: 'no_posts', daysWithPosts: 0 }],
    ['with a day too few', weeks(2, 5).slice(1), { kind: 'cannot_tell', gap: 'too_few_days', daysWithPosts: 13 }],
    ['when most days are empty', sparse, { kind: 'cannot_tell', gap: 'too_few_days', daysWithPosts: 12 }],
  ])('%s', (_, days, expected) => {
    expect(forecastWeek({ days, near: ALL_JUDGED })).toEqual(expected)
  })

  test('when no near post was judged', () => {
    const none = { posts: 0, judged: 0, kept: 0 }
    const expected = { kind: 'cannot_tell', gap: 'nothing_judged', daysWithPosts: 28 }
    expect(forecastWeek({ days: weeks(4, 0), near: [none, { ...none, posts: 1 }] })).toEqual(expected)
    expect(forecastWeek({ days: weeks(4, 0), near: [none, none] }).kind).toBe('interval')
    expect(forecastWeek({ days: weeks(4, 0), near: [none, { posts: 2, judged: 1, kept: 0 }] }).kind).toBe('interval')
  })

  test('is nothing when posts of enough days are there', () => {
    expect(forecastWeek({ days: weeks(2, 5), near: ALL_JUDGED }).kind).toBe('interval')
  })
})

test.each<[Forecast, string]>([
  [{ kind: 'interval', low: 3, high: 7 }, 'about 3 to 7 leads a week (80 %)'],
  [{ kind: 'interval', low: 0, high: 1 }, 'fewer than 2 leads a week (80 %)'],
  [{ kind: 'interval', low: 0, high: 0 }, 'no leads in most weeks (80 %)'],
  [{ kind: 'interval', low: 1, high: 1 }, 'about 1 lead a week (80 %)'],
  [{ kind: 'interval', low: 2, high: 2 }, 'about 2 leads a week (80 %)'],
  [{ kind: 'cannot_tell', gap: 'no_posts', daysWithPosts: 0 }, 'we cannot tell yet: there are no posts to go by.'], // oxfmt-ignore
  [{ kind: 'cannot_tell', gap: 'too_few_days', daysWithPosts: 1 }, 'we cannot tell yet: there are posts of only 1 day to go by, and it takes 14.'], // oxfmt-ignore
  [{ kind: 'cannot_tell', gap: 'too_few_days', daysWithPosts: 6 }, 'we cannot tell yet: there are posts of only 6 days to go by, and it takes 14.'], // oxfmt-ignore
  [{ kind: 'cannot_tell', gap: 'nothing_judged', daysWithPosts: 20 }, 'we cannot tell yet: none of the posts that come near could be judged.'], // oxfmt-ignore
])('%o reads as “%s”', (forecast, sentence) => {
  expect(forecastSentence(forecast)).toBe(sentence)
})

function widthOf({ low, high }: { low: number; high: number }): number {
  return high - low + 1
}
