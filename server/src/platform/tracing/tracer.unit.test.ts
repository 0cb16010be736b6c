import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { createTracer, type Span } from './tracer.ts'

function openTracer({ share = 1 } = {}) {
  const spans: Span[] = []
  let nowMs = 1_000
  const tracer = createTracer({
    random: createSeededRandom('traces'),
    nowMs: () => (nowMs += 10),
    share,
    onEnded: (span) => spans.push(span),
  })
  return { tracer, spans }
}

const WORK = { name: 'work', kind: 'internal' } as const

test('spans know what they are within, when they began and ended, and what others are to go on from', async () => {
  const { tracer, spans } = openTracer()
  let told: string | undefined
  await tracer.trace({ ...WORK, name: 'outer' }, async (span) => {
    span.name = 'renamed'
    await tracer.trace({ ...WORK, attributes: { size: 3 } }, () => Promise.resolve((told = tracer.current())))
    tracer.beginWithin({ name: 'statement', kind: 'client' })?.()
  })
  const [inner, statement, outer] = spans
  expect(outer).toMatchObject({ name: 'renamed', parentSpanId: undefined, startMs: 1_010, endMs: 1_060 })
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, traceId: outer?.traceId, attributes: { size: 3 } })
  expect(statement).toMatchObject({ name: 'statement', parentSpanId: outer?.spanId, startMs: 1_040, endMs: 1_050 })
  expect(told).toBe(`00-${outer?.traceId}-${inner?.spanId}-01`)
  expect(tracer.current()).toBeUndefined()
  expect(tracer.beginWithin(WORK)).toBeUndefined()
})

test('what outlives the span in which it began is no part of it', async () => {
  const { tracer, spans } = openTracer()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let later: Promise<unknown> | undefined
  const goOn = async () => {
    await promise
    expect(tracer.current()).toBeUndefined()
    expect(tracer.beginWithin(WORK)).toBeUndefined()
    await tracer.trace({ ...WORK, name: 'later' }, () => Promise.resolve())
  }
  await tracer.trace(WORK, () => {
    later = goOn()
    return Promise.resolve()
  })
  resolve(undefined)
  await later
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['work', undefined],
    ['later', undefined],
  ])
})

test('a failure ends its span with a word for it, and none of what it says', async () => {
  const { tracer, spans } = openTracer()
  const fail = async (reason: unknown) => {
    const { promise, reject } = Promise.withResolvers<never>()
    reject(reason)
    await expect(tracer.trace(WORK, () => promise)).rejects.toBe(reason)
  }
  await fail(Object.assign(new Error('Key (email)=(ada@example.com) exists.'), { code: '23505' }))
  await fail(new TypeError('ada@example.com is no number'))
  await fail(undefined)
  expect(spans.map(({ error }) => error)).toEqual(['23505', 'TypeError', 'unknown'])
})

describe('a trace that began elsewhere', () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

  test('goes on, and is kept or not as it was decided there', async () => {
    const { tracer, spans } = openTracer({ share: 0 })
    await tracer.trace({ ...WORK, parent: `00-${traceId}-${spanId}-01` }, () => Promise.resolve())
    await tracer.trace({ ...WORK, parent: `00-${traceId}-${spanId}-00` }, () => Promise.resolve())
    expect(spans).toMatchObject([{ traceId, parentSpanId: spanId }])
  })

  test('goes on where others named it, and is kept or not as it is decided here', async () => {
    for (const share of [0, 1]) {
      const { tracer, spans } = openTracer({ share })
      for (const flag of ['00', '01']) {
        const parent = `00-${traceId}-${spanId}-${flag}`
        await tracer.trace({ ...WORK, parent, isForeign: true }, () => tracer.trace(WORK, () => Promise.resolve()))
      }
      expect(spans.map((span) => span.traceId)).toEqual(Array.from({ length: 4 * share }, () => traceId))
    }
  })

  test.each([
    undefined,
    null,
    '',
    'x',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `01-${traceId}-${spanId}-01`,
  ])('is a new one where it is named by %j', async (parent) => {
    // oxfmt-ignore
    const { tracer, spans } = openTracer()
    await tracer.trace({ ...WORK, parent }, () => Promise.resolve())
    expect(spans[0]?.traceId).not.toBe(traceId)
    expect(spans[0]?.parentSpanId).toBeUndefined()
  })
})

test('of new traces a share is kept, each whole, and what goes on from one of the others knows it', async () => {
  const { tracer, spans } = openTracer({ share: 0.25 })
  const flags = new Set<string | undefined>()
  for (let n = 0; n < 400; n += 1) {
    await tracer.trace(WORK, async () => {
      flags.add(tracer.current()?.slice(-2))
      tracer.beginWithin(WORK)?.()
      await tracer.trace(WORK, () => Promise.resolve())
    })
  }
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  expect(traces.size).toBeGreaterThan(60)
  expect(traces.size).toBeLessThan(140)
  expect(new Set([...traces.values()].map(({ length }) => length))).toEqual(new Set([3]))
  expect(flags).toEqual(new Set(['00', '01']))
})
