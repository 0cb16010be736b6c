import { markRead } from 'virtual:calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { callOnce } from './call-once.ts'

const ID = '01920000-0000-7000-8000-000000000001'
const CALL = 'POST /api/v1/leads/p/mark_leads_as_read'
const done = { updated: 1, undo_token: ID }
const cutOff = () => Promise.reject(new TypeError('network error'))
const cutOffBody = () => new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })
const JSON_TYPE = { 'content-type': 'application/json' }

beforeEach(() => {
  localStorage.setItem('access_token', 'a-token-12345678')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const mark = (key?: string) => callOnce(markRead, { params: { projectId: 'p' }, body: { lead_ids: [ID] } }, key)

test('a call without an answer is made again under the same key, and the next call has another', async () => {
  const answers = [cutOff, () => problem(502, 'Bad gateway'), () => Response.json(done)]
  const server = fakeServer({ [CALL]: () => answers.shift()?.() ?? Response.json(done) })
  const marked = mark()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await marked).toEqual(done)
  await mark()
  const keys = server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(4)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/u)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

test('a call waits for the first one under its key to end', async () => {
  const answers = [
    () => problem(409, 'The first call is under way.', 'idempotent_call_running'),
    () => Response.json(done),
  ]
  fakeServer({ [CALL]: () => answers.shift()?.() ?? cutOff() })
  const marked = mark('mine')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await marked).toEqual(done)
})

test.each([
  ['a database that is busy', () => problem(503, 'The database is busy.', 'database_busy')],
  ['a body that is cut off', () => new Response(cutOffBody(), { headers: JSON_TYPE })],
  ['JSON cut short', () => new Response('{"updated": 1, "un', { headers: JSON_TYPE })],
  ['a proxy’s page', () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })],
])('%s does not say whether the call was done, so it is made again', async (_, unclear) => {
  const answers = [unclear]
  const server = fakeServer({ [CALL]: () => answers.shift()?.() ?? Response.json(done) })
  const marked = mark().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await marked).toEqual(done)
  const keys = server.of('/api/v1/leads/p/mark_leads_as_read').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a refusal is told at once, and no answer after some seconds', async () => {
  const server = fakeServer({ [CALL]: problem(403, 'Your role may not do this.') })
  await expect(mark()).rejects.toThrow('Your role may not do this.')
  expect(server.requests).toHaveLength(1)
  server.answers[CALL] = cutOff
  const failed = mark().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(7_000)
  expect(await failed).toMatchObject({ status: 0 })
})
