import { verify } from '@leadlight/contract/accounts'
import { changeEmail, startSecondFactor } from '@leadlight/contract/own-account'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { loginScope } from '../../platform/scopes.ts'
import { allMailsSent, mailTo, tokenIn } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'eight bells of harbour night'
const VERIFY = { subject: 'Confirm your email address' }
const RESET = { subject: 'Choose a new password' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { PUBLIC_URL: 'https://leads.example' } })
})
afterAll(() => app.close())

const post = (path: string, body: object) => app.request('POST', path, { body })
const reset = (token: string, password = NEW_PASSWORD) => post('/auth/reset-password', { token, password })
const signIn = (email: string, password: string) =>
  app.request('POST', '/auth/jwt/login', { form: { username: email, password } })

async function resetTokenFor(email: string, nth = 1): Promise<string> {
  expect((await post('/auth/forgot-password', { email })).status).toBe(202)
  return tokenIn(await mailTo(app, email, { ...RESET, nth }))
}

describe('a password reset', () => {
  test('sets the password, ends every session, and mails the address', async () => {
    const user = await app.user()
    const mail = await mailTo(app, user.email, VERIFY)
    const token = await resetTokenFor(user.email)
    const link = (await mailTo(app, user.email, RESET)).action?.url

    expect(link).toBe(`https://leads.example/reset-password?token=${token}`)
    expect((await reset(token)).status).toBe(200)
    expect((await user.request('GET', '/users_info/me')).status).toBe(401)
    expect((await signIn(user.email, TEST_PASSWORD)).problem().code).toBe('LOGIN_BAD_CREDENTIALS')
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200)
    expect(await mailTo(app, user.email, { subject: 'Your password was changed' })).toMatchObject({
      paragraphs: [expect.stringContaining('2 November 2026 at 09:00 UTC'), expect.any(String)],
      action: { url: 'https://leads.example/forgot-password' },
    })
    // Reading the mail proves the address, but the link that says so still has to be followed.
    expect((await app.call(verify, { body: { token: tokenIn(mail), password: NEW_PASSWORD } })).is_verified).toBe(true)
  })

  test('succeeds once of two with one token at the same moment', async () => {
    const user = await app.user()
    const token = await resetTokenFor(user.email)
    const passwords = [NEW_PASSWORD, 'nine ropes of harbour rain']
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    const won = replies.findIndex((reply) => reply.status === 200)

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect((await signIn(user.email, passwords[won] ?? '')).status).toBe(200)
    expect((await signIn(user.email, passwords[1 - won] ?? '')).status).toBe(400)
  })

  test('invalidates every link mailed before it', async () => {
    const user = await app.user()
    const first = await resetTokenFor(user.email)
    const second = await resetTokenFor(user.email, 2)
    await user.call(changeEmail, { body: { email: 'elsewhere@example.com', password: TEST_PASSWORD } })
    const change = tokenIn(await mailTo(app, 'elsewhere@example.com', { subject: 'Confirm your new email address' }))

    expect((await reset(second)).status).toBe(200)
    for (const token of [first, second]) {
      expect((await reset(token, 'ten nets of harbour mist')).problem().code).toBe('RESET_PASSWORD_BAD_TOKEN')
    }
    expect((await post('/auth/confirm-email-change', { token: change })).problem().code).toBe('CHANGE_EMAIL_BAD_TOKEN')
  })

  test('deletes a second factor that was set up before the address was proved, and no other', async () => {
    const [squatted, proved] = [await app.user(), await app.user()]
    const mail = await mailTo(app, proved.email, VERIFY)
    await proved.call(verify, { body: { token: tokenIn(mail) } })
    for (const user of [squatted, proved]) {
      await user.call(startSecondFactor, { body: { password: TEST_PASSWORD } })
      await app.db.transaction(loginScope(), (tx) =>
        sql`update second_factor set confirmed_at = now() where account_id = ${user.userId}`.execute(tx),
      )
      expect((await reset(await resetTokenFor(user.email))).status).toBe(200)
    }

    expect((await signIn(squatted.email, NEW_PASSWORD)).status).toBe(200)
    expect((await signIn(proved.email, NEW_PASSWORD)).problem().code).toBe('LOGIN_SECOND_FACTOR_REQUIRED')
  })

  test('is possible for an hour', async () => {
    const started = app.clock.now()
    const user = await app.user()
    const token = await resetTokenFor(user.email)
    await app.clock.advance(HOUR_MS)
    const late = await reset(token)
    await app.clock.advance(-1000)
    const inTime = await reset(token)
    await app.clock.set(started)

    expect(late.problem()).toMatchObject({ status: 400, code: 'RESET_PASSWORD_BAD_TOKEN' })
    expect(inTime.status).toBe(200)
  })

  test('with an unacceptable password leaves the token valid', async () => {
    const user = await app.user()
    const token = await resetTokenFor(user.email)

    expect((await reset(token, 'short')).problem()).toMatchObject({
      status: 400,
      code: 'RESET_PASSWORD_INVALID_PASSWORD',
      detail: expect.stringContaining('at least 10 characters'),
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('gives a password to somebody who has none', async () => {
    const user = await app.user()
    await app.db.transaction(loginScope(), (tx) =>
      sql`update account set password_hash = null where id = ${user.userId}`.execute(tx),
    )

    expect((await reset(await resetTokenFor(user.email))).status).toBe(200)
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('is refused once the account is gone', async () => {
    const user = await app.user()
    const token = await resetTokenFor(user.email)
    await app.db.transaction(loginScope(), (tx) => sql`delete from account where id = ${user.userId}`.execute(tx))

    expect((await reset(token)).problem().code).toBe('RESET_PASSWORD_BAD_TOKEN')
  })

  test('refuses a sign-in with the old password that is about to open its session', async () => {
    const user = await app.user()
    const token = await resetTokenFor(user.email)
    const { rateLimits } = app.dependencies
    // A right password gives its guess back just before the session is opened; the reset happens there.
    const giveBack = async (...counted: Parameters<typeof rateLimits.giveBack>) => {
      expect((await reset(token)).status).toBe(200)
      await rateLimits.giveBack(...counted)
    }
    const slow = createTestClient(buildApp({ ...app.dependencies, rateLimits: { ...rateLimits, giveBack } }))
    const form = { username: user.email, password: TEST_PASSWORD }

    expect((await slow.request('POST', '/auth/jwt/login', { form })).problem().code).toBe('LOGIN_BAD_CREDENTIALS')
  })

  test('is not mailed to an address without an account', async () => {
    expect((await post('/auth/forgot-password', { email: 'noone@example.com' })).status).toBe(202)
    await allMailsSent(app)

    expect(app.mails.filter((mail) => mail.to === 'noone@example.com')).toEqual([])
  })
})
