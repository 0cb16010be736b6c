import { login } from '@leadlight/contract/accounts'
import { changePassword, endOwnSession, getAccountSecurity, signOutEverywhere } from '@leadlight/contract/own-account'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginScope } from '../../platform/scopes.ts'
import { mailTo } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'
import { openSession, tokenOf } from './open-session.ts'
import { createAddressHashes } from './client.ts'
import { createSessionTokens } from './session-tokens.ts'

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'eight bells of harbour night'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function signInAgain(user: TestUser, userAgent?: string): Promise<TestClient> {
  const reply = await user.request('POST', '/auth/jwt/login', {
    form: { username: user.email, password: TEST_PASSWORD },
    headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
  })
  return createTestClient(app.app, (reply.body as { access_token: string }).access_token, user.address)
}

/** A super admin who impersonates the user. */
async function impersonate(user: TestUser): Promise<TestClient> {
  const admin = await app.user()
  const { keys, clock, newId, db } = app.dependencies
  const parts = {
    clock,
    newId,
    tokens: createSessionTokens(keys),
    addressHashes: createAddressHashes(keys),
    sessionIdleHours: 72,
  }
  const session = await db.transaction(loginScope(), (tx) =>
    openSession(tx, parts, {
      accountId: user.userId,
      client: { address: admin.address, userAgent: null },
      lifetimeMs: HOUR_MS,
      impersonatorId: admin.userId,
    }),
  )
  return createTestClient(app.app, await tokenOf(parts, session), admin.address)
}

const isSignedIn = async (client: TestClient) => (await client.request('GET', '/users_info/me')).status === 200
const change = (client: TestClient, current = TEST_PASSWORD, password = NEW_PASSWORD) =>
  client.request('POST', changePassword.path, { body: { current_password: current, password } })

describe('the security overview', () => {
  test('lists where the user is signed in, newest first, and marks the current session', async () => {
    const user = await app.user()
    await app.clock.advance(1000)
    const other = await signInAgain(user, 'Mozilla/5.0 (X11; Linux) Firefox/140.0')
    const security = await other.call(getAccountSecurity)

    expect(security).toEqual({
      has_password: true,
      google_email: null,
      second_factor: false,
      recovery_codes_left: 0,
      sessions: [
        {
          id: expect.any(String),
          created_at: app.clock.now().toISOString(),
          expires_at: new Date(app.clock.now().getTime() + 7 * 24 * HOUR_MS).toISOString(),
          last_used_at: app.clock.now().toISOString(),
          user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
          network: '127.0.0.x',
          is_current: true,
        },
        expect.objectContaining({ user_agent: null, is_current: false }),
      ],
    })
  })

  test('leaves out sessions that ended or expired, and those of others', async () => {
    const started = app.clock.now()
    const [user, other] = [await app.user(), await app.user()]
    await (await signInAgain(user)).request('POST', '/auth/jwt/logout')
    await app.clock.advance(6 * 24 * HOUR_MS)
    const fresh = await signInAgain(user)
    await app.clock.advance(2 * 24 * HOUR_MS)
    const { sessions } = await fresh.call(getAccountSecurity)
    await app.clock.set(started)

    expect(sessions).toHaveLength(1)
    expect(sessions[0]?.is_current).toBe(true)
    expect((await other.call(getAccountSecurity)).sessions).toHaveLength(1)
  })

  test('lists a hundred sessions at most', async () => {
    const user = await app.user()
    await app.db.transaction(loginScope(), (tx) =>
      sql`insert into session (id, account_id, created_at, expires_at, last_used_at, idle_at)
        select gen_random_uuid(), ${user.userId}, ${app.clock.now()}::timestamptz - n * interval '1 second',
          ${app.clock.now()}::timestamptz + interval '1 day', ${app.clock.now()}::timestamptz,
          ${app.clock.now()}::timestamptz + interval '1 day' from generate_series(1, 150) n`.execute(tx),
    )
    const { sessions } = await user.call(getAccountSecurity)

    expect(sessions).toHaveLength(100)
    expect(sessions[0]?.is_current).toBe(true)
  })

  test('says when there is no password', async () => {
    const user = await app.user()
    await app.db.transaction(loginScope(), (tx) =>
      sql`update account set password_hash = null where id = ${user.userId}`.execute(tx),
    )

    expect((await user.call(getAccountSecurity)).has_password).toBe(false)
    expect((await change(user)).problem()).toMatchObject({ status: 409, code: 'NO_PASSWORD' })
    const body = { email: 'no.password@example.com', password: TEST_PASSWORD }
    expect((await user.request('POST', '/users_info/change_email', { body })).problem().code).toBe('NO_PASSWORD')
  })
})

describe('changing the password', () => {
  test('ends every other session, keeps this one, and mails the address', async () => {
    const user = await app.user()
    const [here, there] = [await signInAgain(user), await signInAgain(user)]

    expect((await change(here)).status).toBe(204)
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(user)]).toEqual([true, false, false])
    const credentials = { username: user.email, password: NEW_PASSWORD }
    expect(await app.call(login, { body: credentials })).toMatchObject({ token_type: 'bearer' })
    expect(await mailTo(app, user.email, { subject: 'Your password was changed' })).toMatchObject({
      paragraphs: [expect.stringContaining('was changed on 2 November 2026 at 09:00 UTC.'), expect.any(String)],
    })
  })

  test('needs the current one and an acceptable new one', async () => {
    const user = await app.user()
    const other = await signInAgain(user)

    expect((await change(user, 'a wrong pass phrase')).problem()).toMatchObject({ status: 400, code: 'BAD_PASSWORD' })
    expect((await change(user, TEST_PASSWORD, 'qwertyuiop')).problem()).toMatchObject({
      status: 400,
      code: 'CHANGE_PASSWORD_INVALID_PASSWORD',
      detail: expect.stringContaining('first that are guessed'),
    })
    expect(await isSignedIn(other)).toBe(true)
  })

  test('succeeds once of five at the same moment', async () => {
    const user = await app.user()
    const passwords = Array.from({ length: 5 }, (_, i) => `bell number ${i} of the harbour`)
    const replies = await Promise.all(passwords.map((password) => change(user, TEST_PASSWORD, password)))
    const won = replies.findIndex((reply) => reply.status === 204)
    const refused = replies.filter((reply) => reply.status !== 204).map((reply) => reply.problem().code)

    expect(refused).toEqual(Array.from({ length: 4 }, () => 'BAD_PASSWORD'))
    expect((await change(user, passwords[won])).status).toBe(204)
  })
})

test('signing out everywhere ends all of the user’s sessions, this one too, and nobody else’s', async () => {
  const [user, other] = [await app.user(), await app.user()]
  const there = await signInAgain(user)
  await user.call(signOutEverywhere)

  expect([await isSignedIn(user), await isSignedIn(there), await isSignedIn(other)]).toEqual([false, false, true])
  expect((await user.request('POST', signOutEverywhere.path)).status).toBe(401)
})

describe('one session', () => {
  const listed = async (user: TestClient) => (await user.call(getAccountSecurity)).sessions

  test('is ended on its own, once, and leaves this one', async () => {
    const user = await app.user()
    const there = await signInAgain(user)
    const id = (await listed(user)).find(({ is_current: isCurrent }) => !isCurrent)?.id ?? ''
    const replies = [
      await user.ask(endOwnSession, { params: { id } }),
      await user.ask(endOwnSession, { params: { id } }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([204, 404])
    expect([await isSignedIn(there), await isSignedIn(user)]).toEqual([false, true])
    expect(await listed(user)).toMatchObject([{ is_current: true }])
  })

  test('of somebody else, or of an impersonator, is not found and goes on', async () => {
    const [user, other] = [await app.user(), await app.user()]
    const look = await impersonate(user)
    const foreign = (await listed(other))[0]?.id ?? ''
    const [{ id: lookId } = { id: '' }] = await app.db.transaction(loginScope(), (tx) =>
      tx
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', user.userId)
        .where('impersonator_id', 'is not', null)
        .execute(),
    )
    const replies = [
      await user.ask(endOwnSession, { params: { id: foreign } }),
      await user.ask(endOwnSession, { params: { id: lookId } }),
    ]

    expect(replies.map((reply) => reply.problem().code)).toEqual(['session_not_found', 'session_not_found'])
    expect([await isSignedIn(other), await isSignedIn(look)]).toEqual([true, true])
  })

  test('is not ended by an impersonator', async () => {
    const user = await app.user()
    const look = await impersonate(user)
    const id = (await listed(user))[0]?.id ?? ''

    expect((await look.ask(endOwnSession, { params: { id } })).problem().code).toBe('impersonation_refused')
    expect(await isSignedIn(user)).toBe(true)
  })
})

describe('an impersonator', () => {
  test.each([
    { path: '/users_info/change_password', body: { current_password: TEST_PASSWORD, password: NEW_PASSWORD } },
    { path: '/users_info/change_email', body: { email: 'taken.over@example.com', password: TEST_PASSWORD } },
    { path: '/users_info/delete_account', body: { email: 'person@example.com', password: TEST_PASSWORD } },
  ])('is refused $path', async ({ path, body }) => {
    const user = await app.user()
    const reply = await (await impersonate(user)).request('POST', path, { body })

    expect(reply.problem()).toMatchObject({ status: 403, code: 'impersonation_refused' })
    expect(await isSignedIn(user)).toBe(true)
    expect(await signInAgain(user)).toBeDefined()
  })

  test('is not among the sessions that the user sees, and is signed out with them', async () => {
    const user = await app.user()
    const look = await impersonate(user)

    expect((await user.call(getAccountSecurity)).sessions).toHaveLength(1)
    expect(await isSignedIn(look)).toBe(true)
    await user.call(signOutEverywhere)
    expect(await isSignedIn(look)).toBe(false)
  })
})

test.each([
  'GET /users_info/security',
  'POST /users_info/change_password',
  'POST /users_info/change_email',
  'POST /users_info/sign_out_everywhere',
  'DELETE /users_info/sessions/00000000-0000-7000-8000-000000000000',
  'POST /users_info/delete_account',
])('%s needs a session', async (call) => {
  const [method = '', path = ''] = call.split(' ')

  expect((await app.request(method, path)).status).toBe(401)
})
