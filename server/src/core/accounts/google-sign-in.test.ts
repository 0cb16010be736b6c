import { authorizeGoogle, getGoogleUserInfo, googleCallback, login, me } from '@leadlight/contract/accounts'
import { getInstance } from '@leadlight/contract/installation'
import { linkGoogle, unlinkGoogle } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { GoogleDouble } from '@leadlight/testing/doubles/google-double'
import { startGoogleFixture, type GoogleFixture } from '@leadlight/testing/google-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

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

describe('an installation without a Google client', () => {
  test('offers no sign-in with Google and answers its calls with 404', async () => {
    const plain = createTestClient(buildApp({ ...app.dependencies, config: { ...app.config, google: undefined } }))
    const user = await app.user()

    expect((await plain.call(getInstance)).google).toBe(false)
    expect((await app.call(getInstance)).google).toBe(true)
    const missing = { status: 404, code: 'google_unavailable' }
    expect((await plain.request('GET', authorizeGoogle.path)).problem()).toMatchObject(missing)
    expect((await plain.request('GET', `${googleCallback.path}?code=a`)).problem()).toMatchObject(missing)
    const link = await plain.ask(linkGoogle, { body: { password: TEST_PASSWORD } }, { token: user.token })
    expect(link.problem()).toMatchObject(missing)
  })
})

describe('the address of Google’s sign-in', () => {
  test('carries a challenge, a nonce and a state, and nothing that answers them', async () => {
    const reply = await app.request('GET', authorizeGoogle.path)
    const url = new URL((reply.body as { authorization_url: string }).authorization_url)
    const cookie = reply.headers.get('set-cookie') ?? ''

    expect(url.origin).toBe(google.environment['GOOGLE_ISSUER'])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: google.environment['GOOGLE_CLIENT_ID'],
      response_type: 'code',
      redirect_uri: 'https://leads.example.com/google-auth-callback',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    expect(cookie).toMatch(/^__Host-leadlight_oauth=[\w-]+; /)
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=3600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toContain('verifier')
  })

  test('comes with a cookie for plain HTTP if the installation is reached that way', async () => {
    const config = { ...app.config, publicUrl: 'http://localhost:3000' }
    const local = createTestClient(buildApp({ ...app.dependencies, config }))

    const cookie = (await local.request('GET', authorizeGoogle.path)).headers.get('set-cookie')
    expect(cookie).toMatch(/^leadlight_oauth=/)
    expect(cookie).not.toContain('Secure')
  })

  test('is never the same twice', async () => {
    const [one, two] = [await fixture.browser().depart(), await fixture.browser().depart()].map((url) => new URL(url))
    for (const part of ['state', 'nonce', 'code_challenge']) {
      expect(one?.searchParams.get(part)).not.toBe(two?.searchParams.get(part))
    }
  })
})

describe('signing in with Google', () => {
  test('makes an account for somebody new, with what Google verified and knows', async () => {
    const picture = 'https://lh3.googleusercontent.com/a/mara=s96-c'
    google.person = {
      ...google.person,
      email: 'New.Mara@Gmail.example',
      given_name: ' Mara ',
      family_name: 'Ek',
      picture,
    }
    const reply = await fixture.signIn()
    const holder = fixture.holder(reply)

    expect(reply.headers.get('set-cookie')).toMatch(/^__Host-leadlight_oauth=; Max-Age=0; Path=\/;/)
    expect(await holder.call(me)).toEqual({
      id: expect.any(String),
      email: 'new.mara@gmail.example',
      first_name: 'Mara',
      last_name: 'Ek',
      is_verified: true,
      avatar_url: picture,
      impersonated_by: null,
      organization_membership: null,
    })
    expect(await holder.call(getGoogleUserInfo)).toEqual({
      email: 'new.mara@gmail.example',
      given_name: 'Mara',
      family_name: 'Ek',
      picture,
    })
  })

  test('recognises somebody by Google’s subject, whatever their address there is now', async () => {
    const first = await fixture.holder(await fixture.signIn()).call(me)
    google.person = { ...google.person, email: `moved-${google.person.email}`, given_name: 'Maria' }
    const holder = fixture.holder(await fixture.signIn())

    expect(await holder.call(me)).toEqual(first)
    expect(await holder.call(getGoogleUserInfo)).toMatchObject({
      email: google.person.email,
      given_name: 'Maria',
    })
  })

  test('lets a known person in whose address Google no longer vouches for', async () => {
    const first = await fixture.holder(await fixture.signIn()).call(me)
    google.person = { sub: google.person.sub }
    const holder = fixture.holder(await fixture.signIn())

    expect(await holder.call(me)).toEqual(first)
    expect((await holder.call(getGoogleUserInfo)).email).toBe(first.email)
  })

  test('accepts extra parameters in Google’s response, and checks the issuer', async () => {
    const browser = fixture.browser()
    const query = await browser.visit(await browser.depart())
    const added = { scope: 'email openid', authuser: '0', hd: 'gmail.example', prompt: 'none' }
    for (const [name, value] of Object.entries(added)) query.set(name, value)
    query.set('iss', 'https://accounts.evil.example')
    const wrong = await browser.callback(query)
    query.set('iss', google.environment['GOOGLE_ISSUER'] ?? '')
    const right = await browser.callback(query)

    expect(wrong.problem()).toMatchObject({ status: 400, code: 'OAUTH_INVALID_STATE' })
    expect(right.status).toBe(200)
  })

  test('begun at one process can be finished by another', async () => {
    const other = createTestClient(buildApp(app.dependencies))
    const browser = fixture.browser()
    const query = await browser.visit(await browser.depart())
    const second = fixture.browser(other)
    second.cookie = browser.cookie

    expect((await second.callback(query)).status).toBe(200)
  })

  test('makes one account for five sign-ins of a new person at once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => fixture.signIn()))
    const users = await Promise.all(replies.map((reply) => fixture.holder(reply).call(me)))

    expect(new Set(users.map((user) => user.id)).size).toBe(1)
  })

  test('stores only names and pictures that can be shown', async () => {
    const odd = { given_name: '', family_name: 'a'.repeat(200), picture: 'javascript:alert(1)' }
    google.person = { ...google.person, ...odd }

    expect(await fixture.holder(await fixture.signIn()).call(me)).toMatchObject({
      first_name: null,
      last_name: null,
      avatar_url: null,
    })
  })
})

/** Links a Google account with the same address as the user's account. */
function link(user: TestUser) {
  google.person = { ...google.person, email: user.email }
  return fixture.link(user)
}

describe('linking a Google account', () => {
  test('lets an account sign in with Google as well, in the session that asked', async () => {
    const user = await app.user()
    const departing = new URL(await fixture.browser().depart(user))
    const linked = fixture.holder(await link(user))
    const signedIn = fixture.holder(await fixture.signIn())

    expect(departing.searchParams.get('login_hint')).toBe(user.email)
    expect(departing.href).not.toContain(user.userId)
    expect((await linked.call(me)).id).toBe(user.userId)
    expect((await signedIn.call(me)).id).toBe(user.userId)
    expect(await user.call(getGoogleUserInfo)).toMatchObject({ email: google.person.email })
    await linked.request('POST', '/auth/jwt/logout')
    expect((await user.request('GET', me.path)).status).toBe(401)
  })

  test('is refused to an account that is already linked', async () => {
    const user = await app.user()
    await link(user)
    const reply = await user.ask(linkGoogle, { body: { password: TEST_PASSWORD } })

    expect(reply.problem()).toMatchObject({ status: 409, code: 'google_linked' })
  })

  test('is refused if the Google account is linked to another account, which keeps it', async () => {
    const [owner, other] = [await app.user(), await app.user()]
    await link(owner)
    const reply = await link(other)

    expect(reply.problem()).toMatchObject({ status: 400, code: 'OAUTH_USER_ALREADY_EXISTS' })
    expect((await fixture.holder(await fixture.signIn()).call(me)).id).toBe(owner.userId)
  })

  test('is refused with another address, which would open the account whatever its password', async () => {
    const user = await app.user()
    const reply = await fixture.link(user)

    expect(reply.problem()).toMatchObject({ status: 400, code: 'OAUTH_EMAIL_MISMATCH' })
    expect((await user.request('GET', getGoogleUserInfo.path)).status).toBe(404)
  })

  test('is refused once the user has signed out', async () => {
    const user = await app.user()
    const browser = fixture.browser()
    const query = await browser.visit(await browser.depart(user))
    await user.request('POST', '/auth/jwt/logout')

    expect((await browser.callback(query)).problem()).toMatchObject({ status: 400, code: 'OAUTH_INVALID_STATE' })
  })

  test('begun by an attacker is refused in another browser', async () => {
    const attacker = await app.user()
    const url = await fixture.browser().depart(attacker)
    const victim = fixture.browser()

    expect((await victim.callback(await victim.visit(url))).problem()).toMatchObject({ code: 'OAUTH_INVALID_STATE' })
  })

  test('needs an address that Google has verified', async () => {
    google.person = { sub: google.person.sub, email: 'unproved@gmail.example', email_verified: false }

    expect((await fixture.link(await app.user())).problem()).toMatchObject({ code: 'OAUTH_NOT_AVAILABLE_EMAIL' })
  })
})

describe('unlinking a Google account', () => {
  test('ends signing in with Google and keeps the password', async () => {
    const user = await app.user()
    await link(user)
    const body = { password: TEST_PASSWORD }
    await user.call(unlinkGoogle, { body })
    const again = await user.ask(unlinkGoogle, { body })

    expect(again.problem()).toMatchObject({ status: 404, code: 'google_not_linked' })
    expect((await app.call(login, { body: { username: user.email, password: TEST_PASSWORD } })).token_type).toBe(
      'bearer',
    )
    expect((await fixture.signIn()).problem().code).toBe('OAUTH_USER_ALREADY_EXISTS')
  })

  test('is refused to somebody with no other way in', async () => {
    const holder = fixture.holder(await fixture.signIn())
    const reply = await holder.ask(unlinkGoogle, { body: { password: 'anything at all' } })

    expect(reply.problem()).toMatchObject({ status: 409, code: 'NO_PASSWORD' })
    expect((await holder.call(getGoogleUserInfo)).email).toBe(google.person.email)
  })
})
