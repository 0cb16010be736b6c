// Also on the embedded database: its statements go through a pool of their own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiverDouble, type ReceiverDouble } from '@leadlight/testing/doubles/receiver-double'
import { readSpans, type ReceivedSpan } from '@leadlight/testing/read-spans'
import { startProgram } from '@leadlight/testing/start-program'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'

let collector: ReceiverDouble
beforeAll(async () => {
  collector = await startReceiverDouble()
})
afterAll(() => collector.close())

/** The spans below the one, however deep. */
function below(spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan): ReceivedSpan[] {
  return spans.filter(({ parentSpanId }) => parentSpanId === spanId).flatMap((span) => [span, ...below(spans, span)])
}

test('a request, its statements and the job that it enqueues are one trace, and no value is told', async () => {
  const { databaseUrl, dataDir } = await createTestDatabase()
  const { child, address, ended } = startProgram('main', {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret of some length, for tests' } : {}),
    DATA_DIR: dataDir || undefined,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b,tenant=7',
    OTEL_SERVICE_NAME: 'leads',
  })
  const origin = await address()
  const answered = await fetch(`${origin}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    body: JSON.stringify({ email: 'zqwortle@example.com', password: 'a long and hardly guessed phrase' }),
  })
  expect(answered.status).toBe(201)
  await fetch(`${origin}/healthz`)
  // The job may take its time; stopping lets what runs end, and sends what is left.
  await until(() => readSpans(collector.questions).some(({ name }) => name === 'accounts.mail-verification'))
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, err: '' })

  expect(collector.questions[0]).toMatchObject({ method: 'POST', headers: { 'api-key': 'a=b', tenant: '7' } })
  expect(collector.questions[0]?.url.pathname).toBe('/v1/traces')
  const spans = readSpans(collector.questions)
  const request = spans.find(({ name }) => name === 'POST /auth/register')
  expect(request).toMatchObject({
    kind: 2,
    resource: { 'service.name': 'leads' },
    attributes: { 'http.route': '/auth/register', 'http.response.status_code': 201 },
  })
  // Nobody but a trusted proxy may say which trace a request belongs to.
  expect(request?.traceId).not.toBe('a'.repeat(32))
  expect(request?.parentSpanId).toBeUndefined()
  const children = request ? below(spans, request) : []
  const statements = children.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']))
  expect(statements.every(({ parentSpanId }) => parentSpanId !== undefined)).toBe(true)
  const job = children.find(({ name }) => name === 'accounts.mail-verification')
  expect(job).toMatchObject({ kind: 5, traceId: request?.traceId, attributes: { 'leadlight.job': job?.name } })
  expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]))
  const told = collector.questions.map(({ body }) => body).join('\n')
  expect(told).not.toContain('zqwortle')
  expect(told).not.toContain('healthz')
})
