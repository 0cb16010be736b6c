import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import type { Caller } from './actor.ts'
import { identify } from './admission.ts'
import { systemClock } from './clock.ts'
import { AppError } from './errors.ts'
import { createApp, type HttpDependencies } from './http.ts'
import { createMetrics } from './metrics.ts'
import { serveUnknownRoutes } from './unknown-routes.ts'
import { startWebServer } from './web-server.ts'

const ROSA: Caller = {
  userId: '019ac3f0-5c1e-7d52-9a63-0f6d5f0b8a11',
  sessionId: '019ac3f0-5c1e-7d52-9a63-0f6d5f0b8a12',
  impersonatorId: null,
  membership: null,
  key: null,
  allowance: null,
}

/** The platform's app without any slice; `authorization: rosa` is Rosa, who may do nothing. */
function createBareApp() {
  const log = createCapturedLog()
  const authenticator: HttpDependencies['authenticator'] = {
    caller: (authorization) =>
      authorization === 'rosa'
        ? Promise.resolve(ROSA)
        : Promise.reject(new AppError('unauthorized', 'unauthorized', 'Unauthorized')),
    actor: () => Promise.reject(new AppError('forbidden', 'organization_required', 'You are in no organization.')),
  }
  const app = createApp({
    authenticator,
    clock: systemClock,
    newId: () => '019ac3f0-5c1e-7d52-9a63-0f6d5f0b8a13',
    log,
    metrics: createMetrics(),
    trustProxy: ['loopback'],
    publicCallsPerMinute: 0,
    recordChange: () => {
      throw new Error('Nothing changes here.')
    },
    emitChange: () => undefined,
    socketAddress: () => '127.0.0.1',
  })
  app.hono.get('/own', async (c) => {
    await authenticator.actor(await identify(c, authenticator, 1))
    return c.text('own')
  })
  app.hono.get('/page', (c) => c.text('page', 200, { 'cache-control': 'no-cache' }))
  app.hono.get('/plain', (c) => c.text('plain'))
  app.hono.get('/broken', () => {
    throw new Error('select secret from vault failed at /srv/leadlight')
  })
  serveUnknownRoutes(app, undefined, { unlisted: [] })
  return { hono: app.hono, log }
}

test('an unexpected error is answered without any of its words, and logged with them', async () => {
  const { hono, log } = createBareApp()
  const response = await hono.request('/broken')
  const text = await response.text()

  expect(response.status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ code: 'internal', request_id: response.headers.get('x-request-id') })
  expect(text).not.toMatch(/select|vault|srv|\.ts/)
  expect(log.lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      fields: expect.objectContaining({ err: expect.objectContaining({ message: expect.stringContaining('vault') }) }),
    }),
  )
})

test('a refusal is logged with its code, the client and who asked', async () => {
  const { hono, log } = createBareApp()
  const from = { 'x-forwarded-for': '203.0.113.7' }
  await hono.request('/own?token=abc', { headers: from })
  await hono.request('/own', { headers: { ...from, authorization: 'rosa' } })
  await hono.request('/plain', { headers: { ...from, authorization: 'rosa' } })

  const fields = log.lines.map((line) => line.fields)
  expect(fields).toMatchObject([
    { path: '/own', status: 401, code: 'unauthorized', client: '203.0.113.7' },
    { path: '/own', status: 403, code: 'organization_required', client: '203.0.113.7', userId: ROSA.userId },
    { path: '/plain', status: 200 },
  ])
  expect(fields[0]).not.toHaveProperty('userId')
  expect(fields[2]).not.toHaveProperty('client')
  expect(JSON.stringify(log.lines)).not.toMatch(/abc|rosa/)
})

test('no answer may be cached unless it says so', async () => {
  const { hono } = createBareApp()
  const cached = async (path: string) => (await hono.request(path)).headers.get('cache-control')

  expect(await Promise.all(['/plain', '/own', '/broken', '/nowhere', '/page'].map(cached))).toEqual([
    'no-store',
    'no-store',
    'no-store',
    'no-store',
    'no-cache',
  ])
})

test('TRACE is refused and echoes nothing', async () => {
  const { hono } = createBareApp()
  const server = await startWebServer({ hono }, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop())
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.end('TRACE /plain HTTP/1.1\r\nhost: here\r\ncookie: told-to-nobody\r\nconnection: close\r\n\r\n'),
    )
    socket.on('data', (data) => (text += data.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })

  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer).not.toContain('told-to-nobody')
})
