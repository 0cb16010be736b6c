import { login } from '@leadlight/contract/accounts'
import { confirmSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestReply } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'
import { createKeys } from '../../platform/crypto.ts'
import { createSignedTokens } from '../../platform/signed-tokens.ts'

const HOUR_MS = 60 * 60_000
const YEAR_MS = 365 * 24 * HOUR_MS
const WRONG = 'a wrong pass phrase'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// Hours apart, so that no test meets another's counts, from any address.
beforeEach(() => app.clock.advance(2 * HOUR_MS))

interface Attempt {
  password?: string
  from?: string
  /** The cookie that the browser carries. */
  cookie?: string
  code?: string
}

function signIn(email: string, { password = TEST_PASSWORD, from = '192.0.2.1', cookie, code }: Attempt = {}) {
  const form = { username: email, password, ...(code !== undefined && { second_factor_code: code }) }
  return app.request('POST', login.path, { form, from, ...(cookie !== undefined && { headers: { cookie } }) })
}

const setCookieOf = (reply: TestReply) => reply.headers.get('set-cookie') ?? ''
const cookieOf = (reply: TestReply) => setCookieOf(reply).split(';')[0] ?? ''
const elsewhere = (number: number) => `198.18.${number >> 8}.${number & 255}`

/** A user and the cookie of a browser that they signed in from. */
async function marked(): Promise<{ user: TestUser; cookie: string }> {
  const user = await app.user()
  return { user, cookie: cookieOf(await signIn(user.email, { from: user.address })) }
}

/** Uses up what strangers may guess, and what the owner's own network may. */
async function guessEverywhere({ email, address }: TestUser): Promise<void> {
  for (let number = 0; number < 21; number += 1) await signIn(email, { password: WRONG, from: elsewhere(number) })
  for (let number = 0; number < 11; number += 1) await signIn(email, { password: WRONG, from: address })
  expect((await signIn(email, { from: '203.0.113.9' })).status).toBe(429)
  expect((await signIn(email, { from: address })).status).toBe(429)
}

describe('a browser that somebody signed in from', () => {
  test('lets its owner in whatever strangers guess, from the owner’s own network or another', async () => {
    const { user, cookie } = await marked()
    await guessEverywhere(user)

    for (const from of [user.address, '203.0.113.9']) {
      expect((await signIn(user.email, { from, cookie })).status).toBe(200)
    }
  })

  test('is refused after ten wrong passwords of its own, which count for nobody else', async () => {
    const { user, cookie } = await marked()
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(user.email, { password: WRONG, from: elsewhere(n), cookie })),
    )

    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
    expect((await signIn(user.email, { from: elsewhere(900), cookie })).status).toBe(429)
    expect((await signIn(user.email, { from: elsewhere(901) })).status).toBe(200)
  })

  test('is one of many that together are refused after fifty', async () => {
    const { user } = await marked()
    const cookies = await Promise.all(Array.from({ length: 6 }, async () => cookieOf(await signIn(user.email))))
    const guesses = cookies.flatMap((cookie) => Array.from({ length: 9 }, () => cookie))
    const replies = await Promise.all(guesses.map((cookie) => signIn(user.email, { password: WRONG, cookie })))

    expect(replies.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  test('lets its owner in, too, while somebody who knows the password guesses at the second factor', async () => {
    const { user, cookie } = await marked()
    const { otpauth_url: url } = await user.call(startSecondFactor, { body: { password: TEST_PASSWORD } })
    const codeNow = () => {
      const totp = URI.parse(url)
      if (!(totp instanceof TOTP)) throw new Error('not a time-based code')
      return totp.generate({ timestamp: app.clock.now().getTime() })
    }
    await user.call(confirmSecondFactor, { body: { code: codeNow() } })
    await app.clock.advance(60_000)
    const wrong = codeNow() === '000000' ? '111111' : '000000'
    for (let n = 0; n < 21; n += 1) await signIn(user.email, { from: elsewhere(n), code: wrong })
    expect((await signIn(user.email, { from: user.address, code: codeNow() })).status).toBe(429)

    expect((await signIn(user.email, { from: user.address, cookie, code: wrong })).status).toBe(400)
    expect((await signIn(user.email, { from: user.address, cookie, code: codeNow() })).status).toBe(200)
  })
})

describe('a mark', () => {
  test('of another account, forged, or a year old counts for nothing', async () => {
    const [{ user, cookie }, other] = [await marked(), await marked()]
    const forging = createSignedTokens(createKeys('a secret that somebody else knows of'), app.clock)
    const forged = await forging.sign('device', { sub: user.userId, jti: 'mine' }, YEAR_MS)
    const session = `leadlight_device=${user.token}`
    await guessEverywhere(user)
    for (const carried of [other.cookie, `leadlight_device=${forged}`, session, 'leadlight_device=%00']) {
      expect((await signIn(user.email, { from: '203.0.113.9', cookie: carried })).status).toBe(429)
    }
    await app.clock.advance(YEAR_MS)
    await guessEverywhere(await renewed(user))

    expect((await signIn(user.email, { from: '203.0.113.9', cookie })).status).toBe(429)
  })

  test('is given at each sign-in and at no failed one, kept from scripts and other sites, and stays the same', async () => {
    const { user, cookie } = await marked()
    const again = await signIn(user.email, { cookie })

    expect(setCookieOf(again)).toMatch(
      /^leadlight_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(deviceOf(cookieOf(again))).toBe(deviceOf(cookie))
    expect(deviceOf(cookieOf(await signIn(user.email)))).not.toBe(deviceOf(cookie))
    expect(setCookieOf(await signIn(user.email, { password: WRONG, cookie }))).toBe('')
  })

  test('is for this host alone where the installation is reached over TLS', async () => {
    const secure = await startTestApp({ environment: { PUBLIC_URL: 'https://leads.example.com' } })
    try {
      const { email } = await secure.user()
      const form = { username: email, password: TEST_PASSWORD }
      const reply = await secure.request('POST', login.path, { form })

      expect(setCookieOf(reply)).toMatch(/^__Host-leadlight_device=[\w.-]+; .*HttpOnly; Secure; SameSite=Strict$/)
    } finally {
      await secure.close()
    }
  })

  test('signs nobody in', async () => {
    const { user, cookie } = await marked()
    const reply = await app.request('GET', '/users_info/me', { headers: { cookie } })

    expect(reply.status).toBe(401)
    expect((await signIn(user.email, { password: WRONG, cookie })).status).toBe(400)
  })
})

/** The user, known from their own network again after a long time. */
async function renewed(user: TestUser): Promise<TestUser> {
  await signIn(user.email, { from: user.address })
  return user
}

function deviceOf(cookie: string): string {
  const payload = Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { jti: string }).jti
}
