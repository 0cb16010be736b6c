import { authorizeGoogle, getGoogleUserInfo } from '@leadlight/contract/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startGoogleDouble, type GoogleDouble } from '@leadlight/testing/doubles/google-double'
import { startGoogleFixture, type Browser, type GoogleFixture } from '@leadlight/testing/google-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { until } from '@leadlight/testing/until'

const HOUR_MS = 60 * 60 * 1000

let fixture: GoogleFixture
let app: TestApp
let google: GoogleDouble
beforeAll(async () => {
  fixture = await startGoogleFixture()
  app = fixture.app
  google = fixture.google
})
afterAll(() => fixture.close())
beforeEach(() => fixture.newPerson())

describe('a sign-in that cannot be finished says why:', () => {
  const callbackWith = async (change: (query: URLSearchParams, browser: Browser) => void | Promise<void>) => {
    const browser = fixture.browser()
    const query = await browser.visit(await browser.depart())
    await change(query, browser)
    return (await browser.callback(query)).problem()
  }

  test.each([
    { why: 'no state', change: (query: URLSearchParams) => query.delete('state') },
    { why: 'a state nobody signed', change: (query: URLSearchParams) => query.set('state', 'a.b.c') },
    {
      why: 'a state that was changed',
      change: (query: URLSearchParams) => query.set('state', `${query.get('state') ?? ''}x`),
    },
  ])('$why', async ({ change }) => {
    expect(await callbackWith(change)).toMatchObject({ status: 400, code: 'ACCESS_TOKEN_DECODE_ERROR' })
  })

  test('the state is a token of another purpose', async () => {
    const state = await app.dependencies.signedTokens.sign('verify-user', { jti: 'x' }, HOUR_MS)

    expect(await callbackWith((query) => query.set('state', state))).toMatchObject({
      code: 'ACCESS_TOKEN_DECODE_ERROR',
    })
  })

  test('an hour has passed', async () => {
    const started = app.clock.now()
    const problem = await callbackWith(() => app.clock.advance(HOUR_MS))
    await app.clock.set(started)

    expect(problem).toMatchObject({ status: 400, code: 'ACCESS_TOKEN_ALREADY_EXPIRED' })
  })

  test.each([
    { why: 'another browser, without the cookie', cookie: () => Promise.resolve(undefined) },
    { why: 'garbage for a cookie', cookie: () => Promise.resolve('__Host-leadlight_oauth=Z2FyYmFnZQ') },
    { why: 'an empty cookie', cookie: () => Promise.resolve('__Host-leadlight_oauth=') },
    {
      why: 'the cookie of another sign-in',
      cookie: async () => {
        const other = fixture.browser()
        await other.depart()
        return other.cookie
      },
    },
  ])('$why', async ({ cookie }) => {
    const problem = await callbackWith(async (_query, browser) => {
      browser.cookie = await cookie()
    })

    expect(problem).toMatchObject({ status: 400, code: 'OAUTH_INVALID_STATE' })
  })

  test('an empty code is none', async () => {
    expect(await callbackWith((query) => query.set('code', ''))).toMatchObject({ status: 400, code: 'OAUTH_REFUSED' })
  })

  test('the user cancelled it at Google', async () => {
    const reply = await fixture.browser().callback('error=access_denied&error_description=%3Cb%3Eno%3C%2Fb%3E')

    expect(reply.problem()).toMatchObject({ status: 400, code: 'OAUTH_REFUSED' })
    expect(reply.text).not.toContain('<b>')
  })

  test('the code was used before or never issued', async () => {
    const browser = fixture.browser()
    const query = await browser.visit(await browser.depart())
    const first = await browser.callback(query)
    const again = await browser.callback(query)
    query.set('code', 'made-up')
    const never = await browser.callback(query)
    query.delete('code')
    const none = await browser.callback(query)

    expect(first.status).toBe(200)
    for (const reply of [again, never, none]) {
      expect(reply.problem()).toMatchObject({ status: 400, code: 'OAUTH_REFUSED' })
    }
  })

  test('the code belongs to another browser’s sign-in', async () => {
    const [victim, attacker] = [fixture.browser(), fixture.browser()]
    const stolen = await victim.visit(await victim.depart())
    const query = await attacker.visit(await attacker.depart())
    query.set('code', stolen.get('code') ?? '')

    expect((await attacker.callback(query)).problem()).toMatchObject({ status: 400, code: 'OAUTH_REFUSED' })
  })

  test.each([{ email_verified: false }, { email_verified: 'true' }, { email: undefined }, { email: 'no address' }])(
    'Google vouches for no address: %j',
    async (claims) => {
      google.forged = claims

      expect((await fixture.signIn()).problem()).toMatchObject({ status: 400, code: 'OAUTH_NOT_AVAILABLE_EMAIL' })
    },
  )

  test('the address has an account with a password', async () => {
    const user = await app.user()
    google.person = { ...google.person, email: user.email.toUpperCase() }
    const problem = (await fixture.signIn()).problem()

    expect(problem).toMatchObject({ status: 400, code: 'OAUTH_USER_ALREADY_EXISTS' })
    expect(problem.detail).toBe(
      `There is already an account with the address ${user.email}. Sign in with its password, then link Google in your account. If you do not know it, ask for a link to choose a new one.`,
    )
    expect((await user.request('GET', getGoogleUserInfo.path)).problem()).toMatchObject({
      status: 404,
      code: 'google_not_linked',
    })
  })

  test.each([
    { why: 'another nonce', forged: { nonce: 'of-another-sign-in' } },
    { why: 'another audience', forged: { aud: 'another-client' } },
    { why: 'another issuer', forged: { iss: 'https://accounts.evil.example' } },
  ])('an ID token with $why', async ({ forged }) => {
    google.forged = forged

    expect((await fixture.signIn()).problem()).toMatchObject({ status: 400, code: 'OAUTH_INVALID_STATE' })
  })

  test.each([
    { why: 'no subject', forged: { sub: undefined } },
    { why: 'a subject nobody could keep', forged: { sub: 'a\u0000b' } },
    { why: 'its time over', forged: { exp: 1000 } },
  ])('an ID token with $why', async ({ forged }) => {
    google.forged = forged

    expect((await fixture.signIn()).problem()).toMatchObject({ status: 502, code: 'google_failed' })
  })
})

describe('a failure of Google answers a sentence and logs nothing secret:', () => {
  /** Another app on the same database that has not fetched Google's metadata yet. */
  const fresh = () => fixture.browser(createTestClient(buildApp(app.dependencies)))

  test.each([
    { why: 'an error', fault: { kind: 'status', status: 503 } as const },
    { why: 'a web page', fault: { kind: 'html' } as const },
    { why: 'half an answer', fault: { kind: 'truncated' } as const },
    { why: 'garbage', fault: { kind: 'body', body: '{"issuer": 7' } as const },
    { why: 'another’s description', fault: { kind: 'body', body: '{"issuer": "https://evil.example"}' } as const },
    { why: 'a closed door', fault: { kind: 'reset' } as const },
  ])('$why', async ({ fault }) => {
    const browser = fresh()
    google.failNext('/.well-known/openid-configuration', fault)
    const client = createTestClient(buildApp(app.dependencies))
    const departing = (await client.request('GET', authorizeGoogle.path)).problem()
    const query = await browser.visit(await browser.depart())
    google.failNext('/token', fault)
    const arriving = (await browser.callback(query)).problem()

    for (const problem of [departing, arriving]) {
      expect(problem).toMatchObject({
        status: 502,
        code: 'google_failed',
        detail: expect.stringMatching(/again in a moment\.$/),
      })
    }
    const logged = JSON.stringify(app.log.lines)
    for (const secret of [query.get('code'), google.environment['GOOGLE_CLIENT_SECRET']]) {
      expect(logged).not.toContain(secret)
    }
  })

  test('it does not answer', async () => {
    google.failNext('/.well-known/openid-configuration', { kind: 'hang' })
    const client = createTestClient(buildApp(app.dependencies))
    const started = app.clock.now()
    const before = app.clock.sleeping()
    const pending = client.request('GET', authorizeGoogle.path)
    await until(() => app.clock.sleeping() > before && (google.asked.get('/.well-known/openid-configuration') ?? 0) > 0)
    await app.clock.advance(10_000)
    const problem = (await pending).problem()
    await app.clock.set(started)

    expect(problem).toMatchObject({ status: 502, code: 'google_failed' })
    expect(problem.detail).toMatch(/did not answer within 10 seconds\. Try again in a moment\.$/)
  })

  test('it expects another client secret', async () => {
    const config = { ...app.config, google: { ...app.config.google!, clientSecret: 'mistyped' } }
    const browser = fixture.browser(createTestClient(buildApp({ ...app.dependencies, config })))
    const problem = (await browser.callback(await browser.visit(await browser.depart()))).problem()

    expect(problem).toMatchObject({ status: 502, code: 'google_failed' })
    expect(problem.detail).toContain('Tell whoever runs this installation.')
  })

  test('the token’s key is not one of its own', async () => {
    const impostor = await startGoogleDouble()
    google.failNext('/jwks', {
      kind: 'body',
      body: await (await fetch(`${impostor.environment['GOOGLE_ISSUER']}/jwks`)).text(),
    })
    await impostor.close()

    expect((await fixture.signIn(fresh())).problem()).toMatchObject({ status: 502, code: 'google_failed' })
  })

  test('its metadata is fetched once an hour, and again after a failure', async () => {
    const path = '/.well-known/openid-configuration'
    const client = createTestClient(buildApp(app.dependencies))
    const depart = async () => (await client.request('GET', authorizeGoogle.path)).status
    const before = google.asked.get(path) ?? 0
    google.failNext(path, { kind: 'status', status: 500 })
    const statuses = [await depart(), await depart(), await depart()]
    const started = app.clock.now()
    await app.clock.advance(HOUR_MS)
    await depart()
    await app.clock.set(started)

    expect(statuses).toEqual([502, 200, 200])
    expect((google.asked.get(path) ?? 0) - before).toBe(3)
  })
})
