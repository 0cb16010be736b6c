import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, SOCKET_HEADER } from '@leadlight/testing/test-client'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the probes', () => {
  test('answer alive, ready and metrics', async () => {
    expect(await app.request('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
    expect(await app.request('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect((await app.request('GET', '/metrics')).text).toMatch(/leadlight_http_request_seconds_count\{.*\} \d+/)
  })

  test.each([
    { who: 'somebody from elsewhere', headers: { [SOCKET_HEADER]: '203.0.113.7' } },
    { who: 'somebody through a proxy on this machine', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { who: 'a page sent on by a proxy', headers: { forwarded: 'for=127.0.0.1' } },
  ])('refuse metrics to $who while no token is set', async ({ headers }) => {
    expect((await app.request('GET', '/metrics', { headers })).problem()).toMatchObject({
      status: 403,
      code: 'metrics_closed',
    })
    expect((await app.request('GET', '/metrics', { headers: { [SOCKET_HEADER]: '::ffff:127.0.0.1' } })).status).toBe(
      200,
    )
  })

  test('give metrics to whoever brings the token, and to nobody else', async () => {
    const metricsToken = 'a token of sixteen letters'.replaceAll(' ', '-')
    const config = { ...app.config, metricsToken }
    const guarded = createTestClient(buildApp({ ...app.dependencies, config }))
    const far = { [SOCKET_HEADER]: '203.0.113.7' }
    const ask = (headers: Record<string, string>) => guarded.request('GET', '/metrics', { headers })

    expect((await ask({ ...far, authorization: `Bearer ${metricsToken}` })).status).toBe(200)
    expect((await ask({ ...far, authorization: `Bearer ${metricsToken}x` })).problem()).toMatchObject({ status: 401 })
    expect((await ask({})).problem()).toMatchObject({ status: 401 })
  })

  test('count no series that a stranger can name', async () => {
    const before = (await app.request('GET', '/metrics')).text.split('\n').length
    for (const method of ['BREW', 'WHEN', 'PROPFIND', 'MKCOL']) await app.app.hono.request('/mcp', { method })
    const after = (await app.request('GET', '/metrics')).text
    for (const method of ['REPORT', 'LOCK']) await app.app.hono.request('/mcp', { method })

    expect(after).toContain('leadlight_http_answers_total{method="other",route="/mcp",status="4xx"} 4')
    expect(after.split('\n').length - before).toBeLessThan(20)
    expect((await app.request('GET', '/metrics')).text.split('\n')).toHaveLength(after.split('\n').length)
  })

  test('explain in a problem document why the server is not ready', async () => {
    const checkReady = () => Promise.resolve({ ready: false, reason: 'The database does not answer.' })
    const unready = createTestClient(buildApp({ ...app.dependencies, checkReady }))
    const reply = await unready.request('GET', '/readyz')

    expect(reply.problem()).toMatchObject({ status: 503, code: 'not_ready' })
    expect(reply.problem().detail).toContain('The database does not answer.')
    expect((await unready.request('GET', '/healthz')).status).toBe(200)
  })

  test('log that the server is not ready once as it begins and once as it ends, in a sentence', async () => {
    const log = createCapturedLog()
    let reason: string | undefined
    const checkReady = () => Promise.resolve(reason === undefined ? { ready: true } : { ready: false, reason })
    const watched = createTestClient(buildApp({ ...app.dependencies, checkReady, log }))
    for (const now of [undefined, 'It is away.', 'It is away.', 'It is still away.', undefined, undefined]) {
      reason = now
      await watched.request('GET', '/readyz')
    }
    expect(log.lines.filter(({ message }) => message !== 'request')).toEqual([
      { level: 'warn', fields: {}, message: 'This process cannot do its work at this moment. It is away.' },
      { level: 'info', fields: {}, message: 'This process can do its work again.' },
    ])
  })
})
