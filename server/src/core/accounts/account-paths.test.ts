import { acceptTokenizedInvite, createInvite } from '@leadlight/contract/team'
import { confirmEmailChange, getUserToken, login, me, verify } from '@leadlight/contract/accounts'
import { changeEmail, linkGoogle } from '@leadlight/contract/own-account'
import {
  ACCOUNT_EVENTS,
  ACCOUNT_STATES,
  transitionOf,
  type AccountEvent,
  type AccountState,
} from '@leadlight/domain/account-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginScope } from '../../platform/scopes.ts'
import { startGoogleFixture, type GoogleFixture } from '@leadlight/testing/google-fixture'
import { invitedToken } from '@leadlight/testing/invites'
import { mailTo, tokenIn } from '@leadlight/testing/mails'
import type { TestApp } from '@leadlight/testing/test-app'
import type { TestReply } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'
import { findAccount } from './account-store.ts'
import { createAccountTokens } from './account-tokens.ts'
import { findOwnCredentials } from './credential-store.ts'

let fixture: GoogleFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startGoogleFixture()
  app = fixture.app
})
afterAll(() => fixture.close())

const post = (path: string, body: object) => app.request('POST', path, { body })
const linkTo = ({ userId: id, email }: TestUser) =>
  createAccountTokens(app.dependencies).signVerification({ id, email })

/** Causes each event over HTTP. */
const HAPPEN: Record<AccountEvent, (user: TestUser) => Promise<TestReply>> = {
  verification_link_signed_in: async (user) => user.ask(verify, { body: { token: await linkTo(user) } }),
  verification_link_with_password: async (user) =>
    post(verify.path, { token: await linkTo(user), password: TEST_PASSWORD }),
  verification_link_alone: async (user) => post(verify.path, { token: await linkTo(user) }),
  reset_link: (user) => reset(user),
  signed_in_with_password: (user) => signIn(user),
  async signed_in_with_linked_google(user) {
    asAtGoogle(user)
    const departure = await user.ask(linkGoogle, { body: { password: TEST_PASSWORD } })
    if (departure.status !== 200) return departure
    await fixture.link(user)
    return fixture.signIn()
  },
  google_with_the_same_address(user) {
    asAtGoogle(user)
    return fixture.signIn()
  },
  async invite_link_signed_in(user) {
    const inviting = await app.organization()
    await inviting.call(createInvite, { body: { email: user.email, role: 'MEMBER' } })
    return user.ask(acceptTokenizedInvite, { query: { t: await invitedToken(app, user.email) } })
  },
  address_change_link_signed_in: async (user) =>
    user.ask(confirmEmailChange, { body: { token: await changeLinkOf(user) } }),
  address_change_link_with_password: async (user) =>
    post(confirmEmailChange.path, { token: await changeLinkOf(user), password: TEST_PASSWORD }),
  address_change_link_alone: async (user) => post(confirmEmailChange.path, { token: await changeLinkOf(user) }),
  async impersonated(user) {
    const superAdmin = await app.organization({ role: 'SUPER_ADMIN' })
    return superAdmin.ask(getUserToken, { query: { email: user.email } })
  },
}

async function bring(state: AccountState): Promise<TestUser> {
  const user = await app.user()
  if (state === 'proved') await HAPPEN.verification_link_signed_in(user)
  if (state === 'claimed') await HAPPEN.verification_link_alone(user)
  return user
}

const stateOf = async ({ userId }: TestUser) =>
  (await app.db.transaction(loginScope(), (tx) => findAccount(tx, userId)))?.state

const paths = ACCOUNT_STATES.flatMap((state) => ACCOUNT_EVENTS.map((event) => ({ state, event })))

test.each(paths)('$event takes an account that is $state where the table says, over HTTP', async ({ state, event }) => {
  const user = await bring(state)
  // A claimed account has no password until its owner sets one.
  if (state === 'claimed' && event === 'signed_in_with_password') await reset(user)
  const transition = transitionOf(state, event)
  const reply = await HAPPEN[event](user)

  expect(await stateOf(user)).toBe(transition?.to ?? state)
  expect(reply.status < 300).toBe(transition !== undefined)
  const isSignedOut = state === 'claimed' || event === 'reset_link' || transition?.voids === true
  expect((await user.request('GET', me.path)).status).toBe(isSignedOut ? 401 : 200)
})

test('somebody who registers has proved nothing, and somebody Google vouches for has', async () => {
  fixture.newPerson()
  const { user_id: userId } = await fixture
    .holder(await fixture.signIn())
    .call(me)
    .then(({ id }) => ({ user_id: id }))

  expect(await stateOf(await app.user())).toBe('unproved')
  expect(await stateOf({ userId } as TestUser)).toBe('proved')
})

async function reset(user: TestUser): Promise<TestReply> {
  const token = await createAccountTokens(app.dependencies).signReset(await credentialsOf(user))
  return post('/auth/reset-password', { token, password: TEST_PASSWORD })
}

function signIn({ email, address }: TestUser): Promise<TestReply> {
  return app.request('POST', login.path, { form: { username: email, password: TEST_PASSWORD }, from: address })
}

/** The token mailed to a new address if the account can ask for it, else one it was never given. */
async function changeLinkOf(user: TestUser): Promise<string> {
  const email = `new.${user.email}`
  const asked = await user.ask(changeEmail, { body: { email, password: TEST_PASSWORD } })
  if (asked.status !== 202) return 'none'
  return tokenIn(await mailTo(app, email, { subject: 'Confirm your new email address' }))
}

async function credentialsOf({ userId }: TestUser) {
  const found = await app.db.transaction(loginScope(), (tx) => findOwnCredentials(tx, userId))
  if (!found) throw new Error('The account is gone.')
  return found
}

function asAtGoogle({ email }: TestUser): void {
  fixture.newPerson()
  fixture.google.person = { ...fixture.google.person, email }
}
