import { hash, parseOptions, verify as verifyHash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { createRateLimits } from '../../platform/rate-limits.ts'
import { allMailsSent, mailTo, tokenIn } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestReply } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

// What clients written for fastapi-users 15 rely on: its routes, statuses, codes, and what it takes care not to reveal.

// A copy that another file loaded in this process would not be mocked.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'eight bells of harbour night'
const VERIFY = { subject: 'Confirm your email address' }
const RESET = { subject: 'Choose a new password' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(HOUR_MS))

const post = (path: string, body: unknown) => app.request('POST', path, { body })
const signIn = (form: Record<string, string>) => app.request('POST', '/auth/jwt/login', { form })
const codeOf = (reply: TestReply) => [reply.status, reply.problem().code]
const missing = (reply: TestReply) => reply.problem().errors?.map(({ path }) => path)

async function verified(): Promise<TestUser> {
  const user = await app.user()
  await post('/auth/verify', { token: tokenIn(await mailTo(app, user.email, VERIFY)) })
  return user
}

async function resetTokenFor(email: string): Promise<string> {
  await post('/auth/forgot-password', { email })
  return tokenIn(await mailTo(app, email, RESET))
}

/** The work for a request, as far as its duration depends on it: password hashes and database statements. */
async function workOf(path: string, options: { body?: unknown; form?: Record<string, string> }) {
  const done: string[] = []
  const { db, jobs } = app.dependencies
  const counted: Db = {
    transaction: (scope, work) => (done.push(`transaction ${scope.name}`), db.transaction(scope, work)),
    read: (scope, statement) => (done.push(`read ${scope.name}`), db.read(scope, statement)),
  }
  const enqueue = vi.fn<Jobs['enqueue']>((tx, job, ...rest) => jobs.enqueue(tx, job, ...rest))
  const watching = { ...app.dependencies, db: counted, jobs: { ...jobs, enqueue } }
  const rateLimits = createRateLimits(watching)
  const watched = createTestClient(buildApp({ ...watching, rateLimits }), undefined, '203.0.113.9')
  vi.mocked(hash).mockClear()
  vi.mocked(verifyHash).mockClear()
  const { status, body } = await watched.request('POST', path, options)
  const checked = vi.mocked(verifyHash).mock.calls.map(([made]) => parseOptions(made))
  const mails = enqueue.mock.calls.filter(([, { name }]) => name.startsWith('accounts.mail-')).length
  return { status, body: withoutId(body), done, checked, hashed: vi.mocked(hash).mock.calls.length, mails }
}

function withoutId(body: unknown): unknown {
  return typeof body === 'object' ? { ...body, request_id: '' } : body
}

describe('POST /auth/register', () => {
  const free = () => `free-${crypto.randomUUID()}@example.com`

  test('answers 201 with the user', async () => {
    const email = free()
    const reply = await post('/auth/register', { email, password: TEST_PASSWORD })

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ id: expect.any(String), email, is_verified: false })
    expect(reply.text).not.toContain('password')
  })

  test('ignores is_superuser, is_verified, is_active and id', async () => {
    const [email, id] = [free(), crypto.randomUUID()]
    const wish = { id, is_superuser: true, is_verified: true, is_active: false, role: 'SUPER_ADMIN' }
    const reply = await post('/auth/register', { email, password: TEST_PASSWORD, ...wish })
    const token = ((await signIn({ username: email, password: TEST_PASSWORD })).body as { access_token: string })
      .access_token
    const { body } = await app.request('GET', '/users_info/me', { token })

    expect(reply.status).toBe(201)
    expect(body).toMatchObject({ email, is_verified: false, organization_membership: null })
    expect((body as { id: string }).id).not.toBe(id)
    expect((await app.request('POST', '/users_info/admin/get_user_token', { token })).status).not.toBe(200)
  })

  test('refuses a taken address, in any case', async () => {
    const user = await app.user()

    for (const email of [user.email, user.email.toUpperCase()]) {
      const reply = await post('/auth/register', { email, password: TEST_PASSWORD })
      expect(codeOf(reply)).toEqual([400, 'REGISTER_USER_ALREADY_EXISTS'])
    }
  })

  test('checks the password before whether the address is taken', async () => {
    const user = await app.user()
    const [taken, unknown] = await Promise.all([
      post('/auth/register', { email: user.email, password: 'short' }),
      post('/auth/register', { email: free(), password: 'short' }),
    ])

    expect(codeOf(taken)).toEqual([400, 'REGISTER_INVALID_PASSWORD'])
    expect(withoutId(taken.body)).toEqual(withoutId(unknown.body))
  })

  test('hashes the password for a taken address as for a free one', async () => {
    const user = await app.user()
    const taken = await workOf('/auth/register', { body: { email: user.email, password: TEST_PASSWORD } })
    const made = await workOf('/auth/register', { body: { email: free(), password: TEST_PASSWORD } })

    expect([taken.status, made.status]).toEqual([400, 201])
    expect([taken.hashed, taken.done]).toEqual([made.hashed, made.done])
    expect(made.hashed).toBe(1)
  })

  test('answers 422 when a field is missing or the address is invalid', async () => {
    expect(missing(await post('/auth/register', {}))).toEqual(['body.email', 'body.password'])
    expect(missing(await post('/auth/register', { email: 'nobody', password: TEST_PASSWORD }))).toEqual(['body.email'])
  })
})

describe('POST /auth/jwt/login', () => {
  test('takes a form and answers a bearer token', async () => {
    const user = await app.user()
    const reply = await signIn({ username: user.email, password: TEST_PASSWORD })

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ access_token: expect.any(String), token_type: 'bearer' })
  })

  test('takes the extra fields of an OAuth client', async () => {
    const user = await app.user()
    const extra = { grant_type: 'password', scope: '', client_id: '', client_secret: '' }

    expect((await signIn({ ...extra, username: user.email, password: TEST_PASSWORD })).status).toBe(200)
  })

  test('lets an unverified user in, and answers an unknown address like a wrong password', async () => {
    const user = await app.user()
    const wrong = await signIn({ username: user.email, password: 'a wrong pass phrase' })
    const unknown = await signIn({ username: 'unknown@example.com', password: 'a wrong pass phrase' })
    const noAddress = await signIn({ username: 'unknown', password: 'a wrong pass phrase' })

    expect(codeOf(wrong)).toEqual([400, 'LOGIN_BAD_CREDENTIALS'])
    for (const reply of [unknown, noAddress]) expect(withoutId(reply.body)).toEqual(withoutId(wrong.body))
  })

  test('does the same work for an unknown address, one without a password and a wrong password', async () => {
    const [user, other] = [await app.user(), await app.user()]
    await app.database.pool.query('update account set password_hash = null where id = $1', [other.userId])
    const ask = (username: string) => workOf('/auth/jwt/login', { form: { username, password: 'a wrong pass phrase' } })
    // The dummy hash is made once.
    await ask('first@example.com')
    const wrong = await ask(user.email)

    expect(wrong.checked).toEqual([expect.objectContaining({ memoryCost: 8, timeCost: 1 })])
    expect(await ask('unknown@example.com')).toEqual(wrong)
    expect(await ask(other.email)).toEqual(wrong)
  })

  test('answers 422 when a field is missing', async () => {
    expect(missing(await signIn({ username: 'a@example.com' }))).toEqual(['body.password'])
    expect(missing(await signIn({ password: 'x' }))).toEqual(['body.username'])
  })
})

describe('POST /auth/jwt/logout', () => {
  test('answers 204, and 401 without a token', async () => {
    const user = await app.user()

    expect((await user.request('POST', '/auth/jwt/logout')).status).toBe(204)
    expect((await app.request('POST', '/auth/jwt/logout')).problem()).toMatchObject({
      status: 401,
      detail: 'Unauthorized',
    })
  })
})

describe.each([
  { path: '/auth/forgot-password', subject: RESET.subject },
  { path: '/auth/request-verify-token', subject: VERIFY.subject },
])('POST $path', ({ path, subject }) => {
  test('answers 202 for every address and does the same work', async () => {
    const [user, done] = [await app.user(), await verified()]
    await allMailsSent(app)
    const replies = []
    for (const email of [user.email, done.email, 'unknown@example.com', user.email.toUpperCase()]) {
      replies.push(await workOf(path, { body: { email } }))
    }
    const [first] = replies

    expect(first).toMatchObject({ status: 202, hashed: 0, checked: [], mails: 1 })
    for (const reply of replies) expect(reply).toEqual(first)
    await allMailsSent(app)
    expect(app.mails.filter((mail) => mail.to === 'unknown@example.com')).toEqual([])
    expect(app.mails.filter((mail) => mail.to === user.email && mail.subject === subject).length).toBeGreaterThan(1)
  })

  test('answers 422 when the address is missing or invalid', async () => {
    expect(missing(await post(path, {}))).toEqual(['body.email'])
    expect(missing(await post(path, { email: 'nobody' }))).toEqual(['body.email'])
  })
})

test('POST /auth/request-verify-token mails nothing to a verified address', async () => {
  const user = await verified()
  await post('/auth/request-verify-token', { email: user.email })
  await allMailsSent(app)

  expect(app.mails.filter((mail) => mail.to === user.email && mail.subject === VERIFY.subject)).toHaveLength(1)
})

describe('POST /auth/reset-password', () => {
  const reset = (token: string, password = NEW_PASSWORD) => post('/auth/reset-password', { token, password })

  test('answers 200 and uses up the token', async () => {
    const user = await app.user()
    const token = await resetTokenFor(user.email)

    expect((await reset(token)).status).toBe(200)
    expect(codeOf(await reset(token))).toEqual([400, 'RESET_PASSWORD_BAD_TOKEN'])
    expect((await signIn({ username: user.email, password: NEW_PASSWORD })).status).toBe(200)
  })

  test('refuses a token that is invalid, of a deleted account or of another kind', async () => {
    const [gone, user] = [await app.user(), await app.user()]
    const ofGone = await resetTokenFor(gone.email)
    await app.database.pool.query('delete from account where id = $1', [gone.userId])
    const toVerify = tokenIn(await mailTo(app, user.email, VERIFY))

    for (const token of ['', 'blah', ofGone, toVerify, user.token]) {
      expect(codeOf(await reset(token))).toEqual([400, 'RESET_PASSWORD_BAD_TOKEN'])
    }
  })

  test('checks the token before the password, and gives a reason for refusing a password', async () => {
    const user = await app.user()

    expect(codeOf(await reset('blah', 'short'))).toEqual([400, 'RESET_PASSWORD_BAD_TOKEN'])
    const refused = await reset(await resetTokenFor(user.email), 'short')
    expect(codeOf(refused)).toEqual([400, 'RESET_PASSWORD_INVALID_PASSWORD'])
    expect(refused.problem().detail).toContain('at least 10 characters')
  })

  test('answers 422 when a field is missing', async () => {
    expect(missing(await post('/auth/reset-password', {}))).toEqual(['body.token', 'body.password'])
  })
})

describe('POST /auth/verify', () => {
  test('answers 200 with the user, then that the address is verified already', async () => {
    const user = await app.user()
    const token = tokenIn(await mailTo(app, user.email, VERIFY))

    expect((await post('/auth/verify', { token })).body).toMatchObject({ email: user.email, is_verified: true })
    expect(codeOf(await post('/auth/verify', { token }))).toEqual([400, 'VERIFY_USER_ALREADY_VERIFIED'])
  })

  test('refuses a token that is invalid, of a deleted account or of a former address', async () => {
    const [gone, moved] = [await app.user(), await app.user()]
    const ofGone = tokenIn(await mailTo(app, gone.email, VERIFY))
    const ofMoved = tokenIn(await mailTo(app, moved.email, VERIFY))
    await app.database.pool.query('delete from account where id = $1', [gone.userId])
    await app.database.pool.query('update account set email = $1 where id = $2', ['moved@example.com', moved.userId])

    for (const token of ['', 'blah', ofGone, ofMoved]) {
      expect(codeOf(await post('/auth/verify', { token }))).toEqual([400, 'VERIFY_USER_BAD_TOKEN'])
    }
  })

  test('answers 422 when the token is missing', async () => {
    expect(missing(await post('/auth/verify', {}))).toEqual(['body.token'])
  })
})
