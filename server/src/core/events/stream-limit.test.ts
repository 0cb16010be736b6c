import { randomUUID } from 'node:crypto'
import { Problem } from '@leadlight/contract/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebServer } from '../../platform/web-server.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { createStreamSlots } from './stream-slots.ts'

const PER_ACCOUNT = 20

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Listener {
  status: number
  response: Response
  leave: AbortController
}

async function listen(org: TestOrganization, projectId: string, origin?: string): Promise<Listener> {
  const leave = new AbortController()
  const options = { headers: { authorization: `Bearer ${org.token}` }, signal: leave.signal }
  const path = `/api/v1/events/${projectId}`
  const response = await (origin === undefined ? app.app.hono.request(path, options) : fetch(origin + path, options))
  return { status: response.status, response, leave }
}

/** An account with as many open streams as it may have. */
async function fullAccount(origin?: string) {
  const org = await app.organization()
  const { id } = await org.project()
  const again = () => listen(org, id, origin)
  const open = await Promise.all(Array.from({ length: PER_ACCOUNT }, again))
  expect(open.map(({ status }) => status)).toEqual(Array.from({ length: PER_ACCOUNT }, () => 200))
  return { org, projectId: id, again, open }
}

test('an account has at most twenty streams, whatever others have', async () => {
  const { again } = await fullAccount()
  const { status, response } = await again()
  expect(status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('30')
  expect(Problem.parse(await response.json())).toMatchObject({
    code: 'stream_limit_reached',
    detail: 'You have 20 event streams open, which is as many as can be. Close one first.',
  })
  const other = await app.organization()
  expect((await listen(other, (await other.project()).id)).status).toBe(200)
})

test('a closed stream frees its slot', async () => {
  const { again, open } = await fullAccount()
  await open[0]?.response.body?.cancel()
  expect((await again()).status).toBe(200)
  expect((await again()).status).toBe(429)
})

test('a refused stream takes no slot', async () => {
  const { org, again, open } = await fullAccount()
  await open[0]?.response.body?.cancel()
  for (let tried = 0; tried < 3; tried += 1) expect((await listen(org, randomUUID())).status).toBe(404)
  expect((await again()).status).toBe(200)
})

test('a broken connection frees its slot, whether or not it was read', async () => {
  const server = await startWebServer(app.app, { host: '127.0.0.1', port: 0 })
  const { again, open } = await fullAccount(`http://127.0.0.1:${server.port}`)
  expect((await again()).status).toBe(429)
  await open[0]?.response.body?.getReader().read()
  for (const { leave } of open) leave.abort()
  const next = await until(async () => {
    const all = await Promise.all(Array.from({ length: PER_ACCOUNT }, again))
    for (const { leave } of all) leave.abort()
    return all.every(({ status }) => status === 200)
  })
  expect(next).toBe(true)
  await server.stop()
})

test('a connection that breaks before the answer takes no slot', async () => {
  const server = await startWebServer(app.app, { host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${server.port}`
  const org = await app.organization()
  const { id } = await org.project()
  for (let tried = 0; tried < PER_ACCOUNT + 5; tried += 1) {
    const leave = new AbortController()
    const headers = { authorization: `Bearer ${org.token}` }
    const asked = fetch(`${origin}/api/v1/events/${id}`, { headers, signal: leave.signal })
    setTimeout(() => leave.abort(), tried % 5)
    await asked.then(undefined, () => undefined)
  }
  const isFree = until(async () => {
    const all = await Promise.all(Array.from({ length: PER_ACCOUNT }, () => listen(org, id, origin)))
    for (const { leave } of all) leave.abort()
    return all.every(({ status }) => status === 200)
  })
  expect(await isFree).toBe(true)
  await server.stop()
})

test('a process limits its streams over all accounts', () => {
  const told: number[] = []
  const places = createStreamSlots({ perAccountMax: 2, perProcessMax: 3, onChange: (taken) => told.push(taken) })
  const leave = places.take('a')
  places.take('a')
  expect(() => places.take('a')).toThrow('You have 2 event streams open')
  places.take('b')
  expect(() => places.take('c')).toThrow('This server holds as many event streams open as it can.')
  leave()
  leave()
  places.take('c')
  expect(() => places.take('d')).toThrow('This server holds as many event streams open as it can.')
  expect(told).toEqual([1, 2, 3, 2, 3])
})
