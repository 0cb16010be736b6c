import { forgotPassword, register, resetPassword } from '@leadlight/contract/accounts'
import { changePassword } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verify } from '@node-rs/argon2'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { allMailsSent, mailTo, tokenIn } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestReply } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

// A copy that another file loaded in this process would not be mocked.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NEW_PASSWORD = 'eight bells of harbour night'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// Hours apart, so that no test meets another's counts, from any address.
beforeEach(() => app.clock.advance(2 * HOUR_MS))

const signIn = (email: string, password: string, from: string) =>
  app.request('POST', '/auth/jwt/login', { form: { username: email, password }, from })
const guess = (email: string, from: string) => signIn(email, 'a wrong pass phrase', from)
const isLimited = (reply: TestReply) => reply.status === 429
const elsewhere = (number: number) => `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`

/** Guesses until it is refused; returns how many guesses were checked. */
async function guessUntilRefused(email: string, from: (number: number) => string, max = 200): Promise<number> {
  for (let i = 0; i < max; i++) if (isLimited(await guess(email, from(i)))) return i
  return max
}

async function exhaust(user: TestUser): Promise<void> {
  expect(await guessUntilRefused(user.email, elsewhere)).toBe(20)
}

describe('guessing at one account', () => {
  test('is limited to ten wrong passwords an hour from one address', async () => {
    const user = await app.user()
    vi.mocked(verify).mockClear()
    const replies = await Promise.all(Array.from({ length: 60 }, () => guess(user.email, '203.0.113.1')))

    expect(replies.filter(isLimited)).toHaveLength(50)
    expect(verify).toHaveBeenCalledTimes(10)
    expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.1')).status).toBe(429)
    await app.clock.advance(HOUR_MS)
    expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.1')).status).toBe(200)
  })

  test('is limited to twenty from a thousand addresses, while its owner can sign in', async () => {
    const user = await app.user()
    vi.mocked(verify).mockClear()
    const replies: TestReply[] = []
    for (let i = 0; i < 1000; i += 50) {
      replies.push(...(await Promise.all(Array.from({ length: 50 }, (_, j) => guess(user.email, elsewhere(i + j))))))
    }

    expect(verify).toHaveBeenCalledTimes(20)
    expect(replies.filter(isLimited)).toHaveLength(980)
    expect((await signIn(user.email, TEST_PASSWORD, user.address)).status).toBe(200)
  })

  test('is refused with how long to wait and what else to do, whether or not the account exists', async () => {
    const user = await app.user()
    for (const email of [user.email, 'nobody@example.com']) {
      await guessUntilRefused(email, () => '203.0.113.2')
      await app.clock.advance(60_000)
      const reply = await guess(email, '203.0.113.2')

      expect(reply.problem()).toMatchObject({
        status: 429,
        code: 'too_many_attempts',
        detail: 'Too many attempts. Try again in 59 minutes, or ask for a link to choose a new password.',
      })
      expect(reply.headers.get('retry-after')).toBe(String(59 * 60))
      await app.clock.advance(HOUR_MS)
    }
  })

  test('counts for the account however its address is typed', async () => {
    const user = await app.user()
    const typed = [user.email, ` ${user.email} `, user.email.toUpperCase()]
    for (let i = 0; i < 10; i++) await guess(typed[i % 3] ?? '', '203.0.113.3')

    expect((await guess(user.email, '203.0.113.3')).status).toBe(429)
  })

  test('counts all addresses of one IPv6 network as one client', async () => {
    const user = await app.user()

    expect(await guessUntilRefused(user.email, (i) => `2001:db8:0:1::${i.toString(16)}`)).toBe(10)
    expect((await guess(user.email, '2001:db8:0:2::1')).status).toBe(400)
  })
})

describe('the owner of an account that is guessed at', () => {
  test('can sign in from where they did in the last 90 days, and not from elsewhere', async () => {
    const [recent, former] = [await app.user(), await app.user()]
    await app.clock.advance(89 * DAY_MS)
    await exhaust(recent)
    const known = await signIn(recent.email, TEST_PASSWORD, recent.address)
    await app.clock.advance(2 * DAY_MS)
    await exhaust(former)
    const forgotten = await signIn(former.email, TEST_PASSWORD, former.address)

    expect([known.status, forgotten.status]).toEqual([200, 429])
  })

  test('is known by their network, not by one IPv6 address', async () => {
    const user = await app.user()
    await signIn(user.email, TEST_PASSWORD, '2001:db8:7:7::1')
    await exhaust(user)

    expect((await signIn(user.email, TEST_PASSWORD, '2001:db8:7:7:abcd::2')).status).toBe(200)
    expect((await signIn(user.email, TEST_PASSWORD, '2001:db8:7:8::1')).status).toBe(429)
  })

  test('has ten guesses of their own where they are known, which no stranger can use up', async () => {
    const user = await app.user()
    await exhaust(user)

    expect(await guessUntilRefused(user.email, () => user.address)).toBe(10)
  })

  test('can set a new password by mail and sign in from there, known or not', async () => {
    const user = await app.user()
    await exhaust(user)
    const from = '203.0.113.20'
    await guessUntilRefused(user.email, () => from)
    expect((await signIn(user.email, TEST_PASSWORD, from)).status).toBe(429)
    await app.call(forgotPassword, { body: { email: user.email } })
    const token = tokenIn(await mailTo(app, user.email, { subject: 'Choose a new password' }))
    const reset = await app.request('POST', resetPassword.path, { body: { token, password: NEW_PASSWORD }, from })
    await exhaustAgain(user)

    expect(reset.status).toBe(200)
    expect((await signIn(user.email, NEW_PASSWORD, '203.0.113.21')).status).toBe(429)
    expect((await signIn(user.email, NEW_PASSWORD, from)).status).toBe(200)
  })

  async function exhaustAgain(user: TestUser): Promise<void> {
    expect(await guessUntilRefused(user.email, (i) => elsewhere(5000 + i))).toBe(0)
  }

  test('can sign in although others behind the same address have guessed too often', async () => {
    const user = await app.user()
    const other = await app.user()
    for (let i = 0; i < 100; i++) await guess(`list-${i}@example.com`, user.address)

    expect((await guess('another@example.com', user.address)).status).toBe(429)
    expect((await signIn(other.email, TEST_PASSWORD, user.address)).status).toBe(429)
    expect((await signIn(user.email, TEST_PASSWORD, user.address)).status).toBe(200)
  })

  test('is not known from where a super admin impersonated them', async () => {
    const user = await app.user()
    const [from, admin] = ['203.0.113.30', await app.user()]
    await signIn(user.email, TEST_PASSWORD, from)
    await app.database.pool.query('update session set impersonator_id = $1 where account_id = $2', [
      admin.userId,
      user.userId,
    ])
    await exhaust(user)

    expect((await signIn(user.email, TEST_PASSWORD, from)).status).toBe(429)
  })
})

describe('a client', () => {
  test('that tries a list of accounts has a hundred wrong guesses an hour', async () => {
    for (let i = 0; i < 100; i++) expect((await guess(`stuffed-${i}@example.com`, '203.0.113.40')).status).toBe(400)

    expect((await guess('stuffed-100@example.com', '203.0.113.40')).status).toBe(429)
    expect((await guess('stuffed-101@example.com', '203.0.113.41')).status).toBe(400)
  })

  test('may sign in as often as it likes', async () => {
    const user = await app.user()
    const from = '203.0.113.50'
    for (let i = 0; i < 9; i++) await guess(user.email, from)
    for (let i = 0; i < 120; i++) expect((await signIn(user.email, TEST_PASSWORD, from)).status).toBe(200)
    expect((await guess(user.email, from)).status).toBe(400)
    expect((await guess(user.email, from)).status).toBe(429)
  })

  test('is not charged for a guess that was never checked', async () => {
    const user = await app.user()
    const from = '203.0.113.51'
    vi.mocked(verify).mockRejectedValueOnce(new Error('the thread pool is gone'))
    expect((await guess(user.email, from)).status).toBe(500)

    expect(await guessUntilRefused(user.email, () => from)).toBe(10)
  })

  test('cannot pass for another by the headers it sends', async () => {
    const user = await app.user()
    const headers = (i: number) => ({
      'x-forwarded-for': elsewhere(i),
      'x-real-ip': elsewhere(i),
      forwarded: `for=${elsewhere(i)}`,
    })
    const form = { username: user.email, password: 'a wrong pass phrase' }
    for (let i = 0; i < 10; i++) {
      await app.request('POST', '/auth/jwt/login', { form, from: '203.0.113.60', headers: headers(i) })
    }
    const last = await app.request('POST', '/auth/jwt/login', { form, from: '203.0.113.60', headers: headers(99) })

    expect(last.status).toBe(429)
  })

  test('behind a trusted proxy counts by the proxy’s header, not by what the client wrote there', async () => {
    const user = await app.user()
    const config = readConfig({ TRUST_PROXY: '10.9.0.0/16' })
    const proxied = createTestClient(buildApp({ ...app.dependencies, config }), undefined, '10.9.0.1')
    const ask = (forwarded: string) =>
      proxied.request('POST', '/auth/jwt/login', {
        form: { username: user.email, password: 'a wrong pass phrase' },
        headers: { 'x-forwarded-for': forwarded },
      })
    for (let i = 0; i < 10; i++) await ask(`${elsewhere(i)}, 203.0.113.70`)

    expect((await ask(`${elsewhere(99)}, 203.0.113.70`)).status).toBe(429)
    expect((await ask('203.0.113.71')).status).toBe(400)
  })

  test('makes thirty accounts an hour', async () => {
    const from = '203.0.113.80'
    const make = (i: number) =>
      app.request('POST', register.path, { body: { email: `made-${i}@example.com`, password: TEST_PASSWORD }, from })
    for (let i = 0; i < 30; i++) expect((await make(i)).status).toBe(201)
    const refused = await make(30)

    expect(refused.problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(refused.headers.get('retry-after')).toBe('3600')
  })

  test('asks for thirty mails an hour, to any addresses', async () => {
    const from = '203.0.113.90'
    const ask = (i: number) => {
      const path = i % 2 === 0 ? '/auth/forgot-password' : '/auth/request-verify-token'
      return app.request('POST', path, { body: { email: `asked-${i}@example.com` }, from })
    }
    for (let i = 0; i < 30; i++) expect((await ask(i)).status).toBe(202)

    expect((await ask(30)).problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })
})

describe('an address', () => {
  test('gets three mails of a kind an hour, and nobody is told that a fourth was left out', async () => {
    const user = await app.user()
    const subject = 'Choose a new password'
    const count = () => app.mails.filter((mail) => mail.to === user.email && mail.subject === subject).length
    const ask = (i: number) =>
      app.request('POST', forgotPassword.path, { body: { email: user.email }, from: elsewhere(i) })
    for (let i = 0; i < 6; i++) expect((await ask(i)).status).toBe(202)
    await allMailsSent(app)
    const within = count()
    await app.clock.advance(HOUR_MS)
    await ask(7)
    await allMailsSent(app)

    expect([within, count()]).toEqual([3, 4])
  })

  test('whose owner has just set a new password can get mails again', async () => {
    const user = await app.user()
    const ask = () => app.call(forgotPassword, { body: { email: user.email } })
    for (let i = 0; i < 3; i++) await ask()
    const token = tokenIn(await mailTo(app, user.email, { subject: 'Choose a new password', nth: 3 }))
    await app.call(resetPassword, { body: { token, password: NEW_PASSWORD } })
    await ask()

    expect(await mailTo(app, user.email, { subject: 'Choose a new password', nth: 4 })).toBeDefined()
  })
})

describe('a signed-in user', () => {
  const change = (user: TestUser, current: string, token = user.token) =>
    app.request('POST', changePassword.path, { body: { current_password: current, password: NEW_PASSWORD }, token })

  test('has ten wrong guesses at their own password, for any purpose', async () => {
    const user = await app.user()
    const body = { email: 'next@example.com', password: 'a wrong pass phrase' }
    for (let i = 0; i < 5; i++) expect((await change(user, 'a wrong pass phrase')).problem().code).toBe('BAD_PASSWORD')
    for (let i = 0; i < 5; i++) await user.request('POST', '/users_info/change_email', { body })

    expect((await change(user, TEST_PASSWORD)).problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    await app.clock.advance(HOUR_MS)
    expect((await change(user, TEST_PASSWORD)).status).toBe(204)
  })

  test('is not locked out by a thief who guesses with a stolen session', async () => {
    const user = await app.user()
    const signedIn = await signIn(user.email, TEST_PASSWORD, user.address)
    const { access_token: own } = signedIn.body as { access_token: string }
    for (let i = 0; i < 11; i++) await change(user, 'a wrong pass phrase')

    expect((await change(user, TEST_PASSWORD)).status).toBe(429)
    expect((await change(user, TEST_PASSWORD, own)).status).toBe(204)
  })

  test('can ask for five changes of address an hour', async () => {
    const user = await app.user()
    const ask = (i: number) => {
      const body = { email: `wish-${i}@example.com`, password: TEST_PASSWORD }
      return user.request('POST', '/users_info/change_email', { body })
    }
    for (let i = 0; i < 5; i++) expect((await ask(i)).status).toBe(202)

    expect((await ask(5)).problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })
})
