import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { startReceiverDouble, type ReceiverDouble } from '@leadlight/testing/doubles/receiver-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { readSpans } from '@leadlight/testing/read-spans'
import { until } from '@leadlight/testing/until'
import { createOutbound, type Outbound } from '../outbound.ts'
import { createTraceExporter, SEND_EVERY_MS } from './trace-exporter.ts'
import type { Span } from './tracer.ts'

let collector: ReceiverDouble
let outbound: Outbound
beforeAll(async () => {
  collector = await startReceiverDouble()
  outbound = createOutbound({ userAgent: 'Leadlight test' })
})
afterEach(() => {
  collector.recover()
  collector.questions.length = 0
})
afterAll(async () => {
  await outbound.close()
  await collector.close()
})

function spanOf(number: number): Span {
  const spanId = number.toString(16).padStart(16, '0')
  const times = { startMs: 1_790_000_000_000.25, endMs: 1_790_000_000_001.5 }
  return { traceId: 'a'.repeat(32), spanId, parentSpanId: undefined, name: `span ${number}`, kind: 'client', attributes: { size: 2 }, error: undefined, ...times } // oxfmt-ignore
}

function openExporter() {
  const [clock, log] = [createManualClock('2026-11-02T09:00:00Z'), createCapturedLog()]
  const about = { url: `${collector.url}/v1/traces`, headers: {}, service: 'leads', version: '1.2' }
  const exporter = createTraceExporter({ ...about, fetch: outbound.operator, clock, log })
  const messages = () => log.lines.map(({ message }) => message)
  const round = async () => {
    const asked = collector.questions.length
    await clock.advance(SEND_EVERY_MS)
    await until(() => collector.questions.length > asked)
    // The round is over once the exporter waits for the next.
    await until(() => clock.sleeping() === 1)
  }
  return { exporter, messages, round, log }
}

const names = () => readSpans(collector.questions).map(({ name }) => name)

test('spans are sent together, with exact times, and those that are left at the end', async () => {
  const { exporter, round } = openExporter()
  exporter.add(spanOf(1))
  exporter.add({ ...spanOf(2), parentSpanId: 'c'.repeat(16), error: '57014' })
  await round()
  exporter.add(spanOf(3))
  await exporter.stop()
  const [first, second, third] = readSpans(collector.questions)
  expect(collector.questions).toHaveLength(2)
  expect(first).toMatchObject({
    resource: { 'service.name': 'leads', 'service.version': '1.2' },
    startTimeUnixNano: '1790000000000250000',
    endTimeUnixNano: '1790000000001500000',
    attributes: { size: 2 },
  })
  expect(first?.status).toBeUndefined()
  expect(second).toMatchObject({ parentSpanId: 'c'.repeat(16), status: { code: 2, message: '57014' } })
  expect(third?.name).toBe('span 3')
})

test('while the collector is away spans wait, up to a limit, and the log says so once and when it is back', async () => {
  const { exporter, messages, round, log } = openExporter()
  collector.failNext({ kind: 'status', status: 503 }, 2)
  for (let number = 0; number < 5_000; number += 1) exporter.add(spanOf(number))
  await round()
  await round()
  collector.questions.length = 0
  await round()
  expect(names()).toHaveLength(4_096)
  expect(collector.questions).toHaveLength(8)
  expect(messages()).toEqual(['Traces could not be sent to their collector.', 'Traces are sent again.'])
  expect(log.lines.at(-1)?.fields).toEqual({ dropped: 904 })
  await exporter.stop()
})

test('what the collector does not understand is not sent again, and too many requests are', async () => {
  const { exporter, messages, round } = openExporter()
  exporter.add(spanOf(1))
  collector.failNext({ kind: 'status', status: 400 })
  await round()
  exporter.add(spanOf(2))
  collector.failNext({ kind: 'status', status: 429 })
  await round()
  await round()
  await exporter.stop()
  expect(names()).toEqual(['span 1', 'span 2', 'span 2'])
  expect(messages()).toHaveLength(2)
})

test('as many as are sent at once are not kept waiting, and the log tells how many found no room', async () => {
  const { exporter, messages, log } = openExporter()
  for (let number = 0; number < 5_000; number += 1) exporter.add(spanOf(number))
  await until(() => names().length === 4_096)
  await until(() => messages().length > 0)
  expect(messages()).toEqual(['Traces came faster than they could be sent.'])
  expect(log.lines.at(-1)?.fields).toEqual({ dropped: 904 })
  await exporter.stop()
})

test('an ending process waits ten seconds for its collector, and no longer', async () => {
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const about = { url: `${collector.url}/v1/traces`, headers: {}, service: 'leads', version: '1.2' }
  const fetch = () => new Promise<never>(() => {})
  const exporter = createTraceExporter({ ...about, fetch, clock, log: createCapturedLog() })
  exporter.add(spanOf(1))
  const stopped = exporter.stop()
  await until(() => clock.sleeping() === 1)
  await clock.advance(10_000)
  await expect(stopped).resolves.toBeUndefined()
})
