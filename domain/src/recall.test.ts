import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measuredQuality } from './quality.ts'
import { AUDITED_MIN, measuredRecall, type AuditedStratum } from './recall.ts'

/**
 * A stream as a signal meets it: how many posts it keeps a week and how many of these are right, and the same for each
 * kind passed over.
 */
interface Stream {
  kept: number
  right: number
  passed: readonly { posts: number; wanted: number; drawn: number }[]
}

const STREAMS: Record<string, Stream> = {
  'a usual signal': stream(30, 0.7, [60, 0.2], [150, 0.06], [1_900, 0.0025]),
  'one that misses much': stream(20, 0.4, [100, 0.25], [200, 0.15], [1_300, 0.02]),
  'one that misses hardly anything': stream(40, 0.95, [30, 0.03], [60, 0.005], [700, 0]),
  'a small one': stream(6, 0.6, [8, 0.2], [20, 0.05], [140, 0.003]),
}
const LEADS_JUDGED_MAX = 40
const RUNS = 100

function stream(kept: number, right: number, ...passed: readonly [number, number][]): Stream {
  const drawn = [4, 3, 8]
  return { kept, right, passed: passed.map(([posts, wanted], at) => ({ posts, wanted, drawn: drawn[at] ?? 0 })) }
}

describe('on a stream whose truth is known', () => {
  const cases = Object.keys(STREAMS).flatMap((name) => [1, 4, 12].map((weeks) => [name, weeks] as const))
  test.each(cases)('%s after %d weeks: intervals of 95 in 100 hold the truth in 93 of 100 runs', (name, weeks) => {
    const of = STREAMS[name]!
    const held = { precision: 0, recall: 0 }
    for (let run = 0; run < RUNS; run++) {
      const lived = live(of, weeks, seeded(run + 1))
      const quality = measuredQuality(lived)
      const recall = measuredRecall(lived)
      if (quality && isWithin(lived.precision, quality)) held.precision += 1
      if (recall && isWithin(lived.recall, recall)) held.recall += 1
    }
    expect(held.precision).toBeGreaterThanOrEqual(93)
    expect(held.recall).toBeGreaterThanOrEqual(93)
  })
})

/** Runs some weeks of a stream: its truth, and what people see who judge leads and look at the drawn posts. */
function live(of: Stream, weeks: number, random: () => number) {
  const leads = Array.from({ length: of.kept * weeks }, () => random() < of.right)
  const strata: AuditedStratum[] = of.passed.map(() => ({ posts: 0, yes: 0, no: 0 }))
  let missed = 0
  for (let week = 0; week < weeks; week++) {
    of.passed.forEach(({ posts: count, wanted, drawn }, at) => {
      const posts = Array.from({ length: count }, () => random() < wanted)
      missed += countTrue(posts)
      const seen = draw(posts, drawn, random)
      const { posts: before, yes, no } = strata[at]!
      strata[at] = { posts: before + count, yes: yes + countTrue(seen), no: no + seen.length - countTrue(seen) }
    })
  }
  const judged = draw(leads, LEADS_JUDGED_MAX, random)
  const positive = countTrue(judged)
  const right = countTrue(leads)
  return {
    found: leads.length,
    positive,
    negative: judged.length - positive,
    strata,
    precision: right / leads.length,
    recall: right + missed === 0 ? 1 : right / (right + missed),
  }
}

function draw(from: readonly boolean[], count: number, random: () => number): boolean[] {
  const pool = [...from]
  const drawn: boolean[] = []
  while (drawn.length < count && pool.length > 0) drawn.push(...pool.splice(Math.floor(random() * pool.length), 1))
  return drawn
}

function countTrue(values: readonly boolean[]): number {
  return values.filter(Boolean).length
}

function isWithin(value: number, { low, high }: { low: number; high: number }): boolean {
  return low <= value && value <= high
}

function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0
    mixed ^= mixed >>> 13
    return (mixed >>> 0) / 4_294_967_296
  }
}

test('recall is unknown with too few answers, or without a judged lead', () => {
  const strata = [{ posts: 100, yes: 0, no: AUDITED_MIN - 1 }]
  expect(measuredRecall({ found: 10, positive: 5, negative: 0, strata })).toBeNull()
  const enough = [{ posts: 100, yes: 0, no: AUDITED_MIN }]
  expect(measuredRecall({ found: 10, positive: 0, negative: 0, strata: enough })).toBeNull()
  expect(measuredRecall({ found: 10, positive: 5, negative: 0, strata: enough })).not.toBeNull()
})

test('recall is the same at each call, within 0 and 1, and its interval holds its estimate', () => {
  const stratum = fc.record({ posts: fc.nat(5_000), yes: fc.nat(20), no: fc.nat(40) })
  const counts = fc.record({
    found: fc.nat(500),
    positive: fc.integer({ min: 1, max: 60 }),
    negative: fc.nat(60),
    strata: fc.array(stratum, { minLength: 1, maxLength: 4 }),
  })
  fc.assert(
    fc.property(counts, (given) => {
      const measured = measuredRecall(given)
      fc.pre(measured !== null)
      const { low, share, high } = measured
      expect(measuredRecall(given)).toEqual(measured)
      expect([0, low, share, high, 1]).toEqual([0, low, share, high, 1].toSorted((a, b) => a - b))
    }),
    { numRuns: 30 },
  )
})

test('a missed post counts for as many as it was drawn from', () => {
  const base = { found: 100, positive: 20, negative: 0 }
  const near = measuredRecall({
    ...base,
    strata: [
      { posts: 50, yes: 1, no: 9 },
      { posts: 1_000, yes: 0, no: 10 },
    ],
  })!
  const far = measuredRecall({
    ...base,
    strata: [
      { posts: 50, yes: 0, no: 10 },
      { posts: 1_000, yes: 1, no: 9 },
    ],
  })!
  expect(near.share).toBeCloseTo(100 / 105, 10)
  expect(far.share).toBeCloseTo(100 / 200, 10)
  expect(far.low).toBeLessThan(near.low)
})
