import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getProject, listLeads, login, me, sendFeedback } from 'virtual:calls'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { rosa } from '../testing/rosas-story.ts'
import { call, fetchJson, onSignInNeeded } from './api.ts'
import type { SignInReason } from './api.ts'
import { RequestError } from './request-error.ts'

const signInNeeded = vi.fn<(reason: SignInReason) => void>()

beforeEach(() => {
  localStorage.setItem('access_token', 'a-token-12345678')
  onSignInNeeded(signInNeeded)
})
afterEach(() => {
  localStorage.clear()
  signInNeeded.mockReset()
  vi.unstubAllGlobals()
})

test('an authenticated call carries the token as Bearer', async () => {
  const server = fakeServer({ 'GET /users_info/me': rosa() })
  await call(me, {})
  expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer a-token-12345678')
})

test('a public call carries no token; a form goes as a form', async () => {
  const server = fakeServer({ 'POST /auth/jwt/login': { access_token: 'new', token_type: 'bearer' } })
  expect(await call(login, { body: { username: 'a@b.example', password: 'secret' } })).toMatchObject({
    access_token: 'new',
  })
  expect(server.requests[0]?.headers.get('authorization')).toBeNull()
  expect(server.requests[0]?.body).toEqual({ username: 'a@b.example', password: 'secret' })
})

test('path parts are escaped, a repeated query parameter is repeated, and undefined ones are left out', async () => {
  const server = fakeServer({
    'GET /api/v1/leads/a%2Fb': { items: [], total: 0, total_capped: false, next_cursor: null },
  })
  await call(listLeads, {
    params: { projectId: 'a/b' },
    query: { intent_signals: ['x', 'y'], read: 'false', limit: undefined },
  })
  expect(server.requests[0]?.query.toString()).toBe('intent_signals=x&intent_signals=y&read=false')
})

test('an answer without a body is null', async () => {
  fakeServer({ 'POST /api/v1/feedback': new Response(null, { status: 204 }) })
  expect(await call(sendFeedback, { query: { feedback: 'Good' } })).toBeNull()
})

test('a failure carries the status, the parsed body and its code, and its message is the detail', async () => {
  fakeServer({ 'GET /users_info/me': problem(409, 'That is taken.', 'name_taken') })
  const error = await call(me, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject({ status: 409, message: 'That is taken.', code: 'name_taken', body: { status: 409 } })
})

test('a failure without a detail names its status; HTML instead of JSON is kept as text', async () => {
  fakeServer({ 'GET /users_info/me': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  await expect(call(me, {})).rejects.toMatchObject({
    status: 502,
    message: 'Request failed with status 502',
    body: '<h1>Bad gateway</h1>',
  })
})

test.each([
  ['a proxy’s page', '<h1>Welcome</h1>', 'text/html'],
  ['JSON cut short', '{"email": "ro', 'application/json'],
])('%s in place of an answer is a failure in words', async (_, text, type) => {
  fakeServer({ 'GET /users_info/me': () => new Response(text, { headers: { 'content-type': type } }) })
  const error = await call(me, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject({ status: 200, message: 'The server’s answer could not be read.', body: text })
})

test('a failure whose JSON is cut short still names its status', async () => {
  const cut = new Response('{"detail', { status: 503, headers: { 'content-type': 'application/json' } })
  fakeServer({ 'GET /users_info/me': cut })
  await expect(call(me, {})).rejects.toMatchObject({ status: 503, message: 'Request failed with status 503' })
})

test('an unreachable server is a failure with status 0', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(me, {})).rejects.toMatchObject({ status: 0, message: 'The server could not be reached.' })
})

test('an answer that breaks off is a failure with status 0, unless the call was given up', async () => {
  const broken = () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) }))
  const server = fakeServer({ 'GET /users_info/me': broken })
  await expect(call(me, {})).rejects.toMatchObject({ status: 0, message: 'The server’s answer broke off.' })
  const leaving = new AbortController()
  server.answers['GET /users_info/me'] = () => {
    leaving.abort()
    return broken()
  }
  const error = await call(me, { signal: leaving.signal }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(RequestError)
})

test('a generic read that fails uses the specification’s sentence', async () => {
  const server = fakeServer({ 'GET /api/v1/instance': problem(500, 'Broken.') })
  await expect(fetchJson('/api/v1/instance')).rejects.toMatchObject({
    status: 500,
    message: 'An error occurred while fetching the data.',
  })
  expect([...(server.requests[0]?.headers ?? [])]).toEqual([])
})

test('a generic read that gets a page in place of JSON uses that sentence too', async () => {
  fakeServer({ 'GET /api/v1/instance': new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }) })
  await expect(fetchJson('/api/v1/instance')).rejects.toThrow('An error occurred while fetching the data.')
})

describe('the 401 rule', () => {
  test('without a token nothing is sent, and sign-in is requested', async () => {
    localStorage.clear()
    const server = fakeServer({})
    await expect(call(me, {})).rejects.toThrow('Unauthorized')
    expect(server.requests).toEqual([])
    expect(signInNeeded).toHaveBeenCalledWith('no_token')
  })

  test('a 401 removes the token and the cached answers, and says Unauthorized', async () => {
    localStorage.setItem('app-cache12345678', '{}')
    fakeServer({ 'GET /users_info/me': problem(401, 'The session is over.') })
    await expect(call(me, {})).rejects.toMatchObject({ status: 401, message: 'Unauthorized' })
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(localStorage.getItem('app-cache12345678')).toBeNull()
    expect(signInNeeded).toHaveBeenCalledExactlyOnceWith('unauthorized')
  })

  test('many 401s at once count as one', async () => {
    fakeServer({ 'GET /users_info/me': problem(401, 'Over.'), 'GET /api/v1/project/p': problem(401, 'Over.') })
    await Promise.allSettled([call(me, {}), call(getProject, { params: { id: 'p' } })])
    expect(signInNeeded).toHaveBeenCalledTimes(1)
  })

  test('a late 401 does not end a newer session', async () => {
    fakeServer({
      'GET /users_info/me': () => {
        localStorage.setItem('access_token', 'a-newer-token-87654321')
        return problem(401, 'Over.')
      },
    })
    await expect(call(me, {})).rejects.toThrow('Unauthorized')
    expect(localStorage.getItem('access_token')).toBe('a-newer-token-87654321')
    expect(signInNeeded).not.toHaveBeenCalled()
  })

  test('wrong credentials at sign-in end no session', async () => {
    fakeServer({ 'POST /auth/jwt/login': problem(401, 'No.') })
    await expect(call(login, { body: { username: 'a', password: 'b' } })).rejects.toThrow('No.')
    expect(localStorage.getItem('access_token')).toBe('a-token-12345678')
  })
})
