import { login, logout, me, register, updateName } from '@leadlight/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { loginScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'
import { findCredentials } from './credential-store.ts'
import { PASSWORD_COST } from './passwords.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const signIn = (email: string, password = TEST_PASSWORD) =>
  app.request('POST', '/auth/jwt/login', { form: { username: email, password } })

describe('register', () => {
  test('makes an account that can sign in, with its address in lower case', async () => {
    const user = await app.call(register, { body: { email: '  Ada@Example.com ', password: TEST_PASSWORD } })

    expect(user).toEqual({
      id: expect.any(String),
      email: 'ada@example.com',
      first_name: null,
      last_name: null,
      is_verified: false,
      avatar_url: null,
      impersonated_by: null,
      organization_membership: null,
    })
    expect((await signIn('ADA@example.com ')).status).toBe(200)
  })

  test('ignores what a caller may not decide', async () => {
    const body = { email: 'mallory@example.com', password: TEST_PASSWORD, is_verified: true, role: 'SUPER_ADMIN' }
    const reply = await app.request('POST', '/auth/register', { body })

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ is_verified: false, organization_membership: null })
  })

  test('says that an address is taken', async () => {
    await app.user('taken@example.com')
    const reply = await app.request('POST', '/auth/register', {
      body: { email: 'Taken@example.com', password: TEST_PASSWORD },
    })

    expect(reply.headers.get('content-type')).toBe('application/problem+json')
    expect(reply.problem()).toMatchObject({
      status: 400,
      code: 'REGISTER_USER_ALREADY_EXISTS',
      detail: 'There is already an account with this email address. Sign in instead.',
    })
  })

  test('makes one account of ten that ask for the same address at once', async () => {
    const body = { email: 'race@example.com', password: TEST_PASSWORD }
    const replies = await Promise.all(Array.from({ length: 10 }, () => app.request('POST', '/auth/register', { body })))

    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    const refused = replies.filter((reply) => reply.status !== 201).map((reply) => reply.problem().code)
    expect(refused).toEqual(Array.from({ length: 9 }, () => 'REGISTER_USER_ALREADY_EXISTS'))
  })

  test.each([
    { password: 'short', detail: 'at least 10 characters' },
    { password: 'Password123456!', detail: 'first that are guessed' },
    { password: 'grace.hopper on deck', detail: 'email address' },
  ])('refuses the password $password in a sentence, before looking at the address', async ({ password, detail }) => {
    await app.request('POST', '/auth/register', {
      body: { email: 'grace.hopper@example.com', password: TEST_PASSWORD },
    })
    const reply = await app.request('POST', '/auth/register', { body: { email: 'grace.hopper@example.com', password } })

    expect(reply.problem()).toMatchObject({ status: 400, code: 'REGISTER_INVALID_PASSWORD' })
    expect(reply.problem().detail).toContain(detail)
  })

  test.each(['no address', 'a@b', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`, '', 7, null])(
    'refuses %j as an address',
    async (email) => {
      const reply = await app.request('POST', '/auth/register', { body: { email, password: TEST_PASSWORD } })

      expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path: 'body.email' }] })
    },
  )
})

describe('login', () => {
  test('answers a bearer token that says who is signed in', async () => {
    const { email, userId } = await app.user()
    const token = await app.call(login, { body: { username: email, password: TEST_PASSWORD } })

    expect(token).toEqual({ access_token: expect.any(String), token_type: 'bearer' })
    expect(await createTestClient(app.app, token.access_token).call(me)).toMatchObject({ id: userId, email })
  })

  test('answers the same to a wrong password and an unknown address', async () => {
    const { email } = await app.user()
    const [wrong, unknown, empty] = await Promise.all([
      signIn(email, 'another pass phrase'),
      signIn('nobody@example.com'),
      signIn(email, ''),
    ])

    for (const reply of [wrong, unknown, empty]) {
      expect({ ...reply.problem(), request_id: '' }).toEqual({ ...wrong.problem(), request_id: '' })
    }
    expect(wrong.problem()).toMatchObject({ status: 400, code: 'LOGIN_BAD_CREDENTIALS' })
  })

  test('that is refused is logged with one name for its account, which is not its address', async () => {
    const [{ email }, other] = [await app.user(), await app.user()]
    const from = app.log.lines.length
    await signIn(email, 'another pass phrase')
    await signIn(email.toUpperCase(), 'a third pass phrase')
    await signIn(other.email, 'another pass phrase')
    const lines = app.log.lines.slice(from).filter(({ message }) => message === 'request')
    const accounts = lines.map(({ fields }) => (fields as { account?: string }).account)

    expect(accounts).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/u), accounts[0], expect.any(String)])
    expect(accounts[2]).not.toBe(accounts[0])
    expect(JSON.stringify(lines)).not.toContain(email.split('@')[0])
  })

  test('takes the password however its accents were typed', async () => {
    await app.call(register, { body: { email: 'zoe@example.com', password: 'caf\u00e9 au lait le matin' } })

    expect((await signIn('zoe@example.com', 'cafe\u0301 au lait le matin')).status).toBe(200)
  })

  test('takes only a form', async () => {
    const asJson = await app.request('POST', '/auth/jwt/login', { body: { username: 'a', password: 'b' } })
    const withoutPassword = await app.request('POST', '/auth/jwt/login', { form: { username: 'a' } })

    expect(asJson.problem()).toMatchObject({ status: 400, code: 'content_type_wrong' })
    expect(withoutPassword.problem()).toMatchObject({ status: 422, errors: [{ path: 'body.password' }] })
  })

  test('stores an Argon2id hash, and rehashes the password when the cost has changed', async () => {
    const { email } = await app.user()
    const hashOf = async () =>
      (await app.db.transaction(loginScope(), (tx) => findCredentials(tx, email)))?.passwordHash ?? ''
    const dearer = createTestClient(buildApp({ ...app.dependencies, passwordCost: PASSWORD_COST }))
    const before = await hashOf()
    await dearer.call(login, { body: { username: email, password: TEST_PASSWORD } })

    expect(before).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends at sign-out, and no other session does', async () => {
    const user = await app.user()
    const other = await app.call(login, { body: { username: user.email, password: TEST_PASSWORD } })

    expect((await user.request('POST', '/auth/jwt/logout')).status).toBe(204)
    expect((await user.request('GET', '/users_info/me')).problem()).toMatchObject({
      status: 401,
      title: 'Unauthorized',
      detail: 'Unauthorized',
      code: 'unauthorized',
    })
    const again = await user.request('POST', '/auth/jwt/logout')
    expect([again.status, again.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    expect((await createTestClient(app.app, other.access_token).call(me)).id).toBe(user.userId)
  })

  test('expires after the configured days', async () => {
    const started = app.clock.now()
    const user = await app.user()
    await app.clock.advance(app.config.sessionDays * DAY_MS - 1000)
    const before = await user.request('GET', '/users_info/me')
    await app.clock.advance(1000)
    const after = await user.request('GET', '/users_info/me')
    await app.clock.set(started)

    expect([before.status, after.status]).toEqual([200, 401])
  })

  test('is given for a password however old it is', async () => {
    const started = app.clock.now()
    const user = await app.user()
    await app.clock.advance(1_000 * DAY_MS)
    const late = await app.ask(login, { body: { username: user.email, password: TEST_PASSWORD } })
    await app.clock.set(started)

    expect(late.status).toBe(200)
  })

  test('is needed to sign out', async () => {
    await expect(app.call(logout)).rejects.toThrow('401')
  })
})

describe('a user’s name', () => {
  test('is set as a whole and cleared by empty parts', async () => {
    const user = await app.user()
    const named = await user.call(updateName, { query: { first_name: ' Ada ', last_name: 'Lovelace' } })
    const emptied = await user.call(updateName, { query: { first_name: '', last_name: '' } })

    expect(named).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' })
    expect(emptied).toMatchObject({ first_name: null, last_name: null })
    expect(await user.call(me)).toEqual(emptied)
  })

  test.each([
    { query: 'first_name=Ada', path: 'query.last_name' },
    { query: `first_name=${'a'.repeat(101)}&last_name=b`, path: 'query.first_name' },
    { query: 'first_name=%01&last_name=b', path: 'query.first_name' },
    { query: 'first_name=%00&last_name=b', path: 'query.first_name' },
  ])('refuses $query', async ({ query, path }) => {
    const user = await app.user()
    const reply = await user.request('PATCH', `/users_info/update_name?${query}`)

    expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path }] })
  })
})
