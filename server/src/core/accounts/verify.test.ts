import { login, me, resetPassword, verify } from '@leadlight/contract/accounts'
import { createApiKey } from '@leadlight/contract/api-keys'
import { createOrganization } from '@leadlight/contract/organization'
import { getAccountSecurity } from '@leadlight/contract/own-account'
import { createInvite, listInvitesAddressedToMe } from '@leadlight/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGoogleFixture, type GoogleFixture } from '@leadlight/testing/google-fixture'
import { mailTo, tokenIn } from '@leadlight/testing/mails'
import type { TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

const NEW_PASSWORD = 'eight bells of harbour night'
const LISTED = ['ada@listed.example', 'ben@listed.example']

let fixture: GoogleFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startGoogleFixture({ SUPER_ADMIN_EMAILS: LISTED.join(',') })
  app = fixture.app
})
afterAll(() => fixture.close())

const linkTo = async ({ email }: TestUser) =>
  tokenIn(await mailTo(app, email, { subject: 'Confirm your email address' }))
const ask = (body: object, by: TestClient = app) => by.request('POST', verify.path, { body })

describe('the link of a registration, followed by whoever is known to have made it,', () => {
  test.each(['signed in', 'with the password'])('%s, proves the address and changes nothing else', async (way) => {
    const user = await app.user()
    const token = await linkTo(user)
    const reply = await (way === 'signed in' ? ask({ token }, user) : ask({ token, password: TEST_PASSWORD }))

    expect(reply).toMatchObject({ status: 200, body: { id: user.userId, is_verified: true } })
    expect(reply.body).not.toHaveProperty('reset_token')
    expect(await user.call(me)).toMatchObject({ email: user.email, is_verified: true })
    expect(await user.call(getAccountSecurity)).toMatchObject({ has_password: true })
    expect(await app.call(login, { body: { username: user.email, password: TEST_PASSWORD } })).toBeDefined()
  })

  test('gives the role that the operator listed the address for', async () => {
    const user = await app.user(LISTED[0])
    await user.call(createOrganization, { body: { name: 'Listed' } })

    expect((await user.call(verify, { body: { token: await linkTo(user) } })).organization_membership?.role).toBe(
      'SUPER_ADMIN',
    )
  })
})

describe('the link alone', () => {
  test('proves the address, ends all that was set up before, and lets its reader set a password', async () => {
    const user = await app.user()
    await user.call(createOrganization, { body: { name: 'Before' } })
    const { key } = await user.call(createApiKey, { body: { name: 'Mine', scope: 'read', expires_in_days: 1 } })
    const reply = await ask({ token: await linkTo(user) })
    const { reset_token: token } = verify.reply.parse(reply.body)

    expect(reply).toMatchObject({
      status: 200,
      body: { is_verified: true, organization_membership: { role: 'ADMIN' } },
    })
    expect((await user.request('GET', me.path)).status).toBe(401)
    expect((await createTestClient(app.app, key).request('GET', me.path)).status).toBe(401)
    expect((await app.ask(login, { body: { username: user.email, password: TEST_PASSWORD } })).problem().code).toBe(
      'LOGIN_BAD_CREDENTIALS',
    )
    await app.call(resetPassword, { body: { token: token ?? '', password: NEW_PASSWORD } })
    expect(await app.call(login, { body: { username: user.email, password: NEW_PASSWORD } })).toBeDefined()
  })

  test('opens invites and the listed role at the next sign-in, not before', async () => {
    const inviting = await app.organization()
    const user = await app.user(LISTED[1])
    await inviting.call(createInvite, { body: { email: user.email, role: 'MEMBER' } })
    await user.call(createOrganization, { body: { name: 'Claimed' } })
    const claimed = verify.reply.parse((await ask({ token: await linkTo(user) })).body)
    await app.call(resetPassword, { body: { token: claimed.reset_token ?? '', password: NEW_PASSWORD } })
    const signedIn = await app.call(login, { body: { username: user.email, password: NEW_PASSWORD } })
    const owner = createTestClient(app.app, signedIn.access_token)

    expect(claimed.organization_membership?.role).toBe('ADMIN')
    expect((await owner.call(me)).organization_membership?.role).toBe('SUPER_ADMIN')
    expect(await owner.call(listInvitesAddressedToMe)).toMatchObject([{ email: user.email }])
  })

  test('lets its reader sign in by Google instead of setting a password', async () => {
    const user = await app.user()
    await ask({ token: await linkTo(user) })
    fixture.newPerson()
    fixture.google.person = { ...fixture.google.person, email: user.email }
    const owner = fixture.holder(await fixture.signIn())

    expect(await owner.call(me)).toMatchObject({ id: user.userId, email: user.email, is_verified: true })
    expect(await owner.call(getAccountSecurity)).toMatchObject({ has_password: false, google_email: user.email })
  })

  test('followed again says that the address is verified already', async () => {
    const token = await linkTo(await app.user())
    await ask({ token })

    expect((await ask({ token })).problem().code).toBe('VERIFY_USER_ALREADY_VERIFIED')
  })
})

describe('a link with an invalid proof', () => {
  const changedNothing = async (user: TestUser) =>
    expect(await user.call(me)).toMatchObject({ email: user.email, is_verified: false })

  test('is refused with a wrong password, ten times an hour', async () => {
    const user = await app.user()
    const token = await linkTo(user)
    const guess = (password: string) => ask({ token, password })
    for (let i = 0; i < 10; i++) expect((await guess('a wrong pass phrase')).problem().code).toBe('BAD_PASSWORD')

    expect((await guess(TEST_PASSWORD)).problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    await changedNothing(user)
  })

  test('is refused from somebody signed in as another account, unless they know the password', async () => {
    const [user, other] = [await app.user(), await app.user()]
    const token = await linkTo(user)
    const refused = await ask({ token }, other)

    expect(refused.problem()).toMatchObject({ status: 403, code: 'link_for_another' })
    await changedNothing(user)
    expect((await ask({ token, password: TEST_PASSWORD }, other)).status).toBe(200)
  })

  test('is refused with a session that has ended, rather than treated as the link alone', async () => {
    const user = await app.user()
    const reply = await ask({ token: await linkTo(user) }, createTestClient(app.app, `${user.token}x`))

    expect(reply.status).toBe(401)
    await changedNothing(user)
  })

  test('is refused with a personal key', async () => {
    const user = await app.user()
    await user.call(createOrganization, { body: { name: 'Keys' } })
    const { key } = await user.call(createApiKey, { body: { name: 'Mine', scope: 'manage', expires_in_days: 1 } })
    const reply = await ask({ token: await linkTo(user) }, createTestClient(app.app, key))

    expect(reply.problem()).toMatchObject({ status: 403, code: 'key_not_allowed' })
    await changedNothing(user)
  })
})
