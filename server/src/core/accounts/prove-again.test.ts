import { login } from '@leadlight/contract/accounts'
import {
  changeEmail,
  changePassword,
  getAccountSecurity,
  linkGoogle,
  unlinkGoogle,
} from '@leadlight/contract/own-account'
import { startGoogleFixture, type GoogleFixture } from '@leadlight/testing/google-fixture'
import { allMailsSent } from '@leadlight/testing/mails'
import { codeOf, guard, wrongCodeOf, type Guarded } from '@leadlight/testing/second-factor'
import type { TestApp } from '@leadlight/testing/test-app'
import type { TestReply } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'eight bells of harbour night'

let fixture: GoogleFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startGoogleFixture()
  app = fixture.app
})
afterAll(() => fixture.close())

interface Change {
  name: string
  /** Google is linked before it is unlinked. */
  isLinked: boolean
  send: (user: TestUser, proof: { password: string; second_factor_code?: string }) => Promise<TestReply>
  status: number
}

/** Every call by which somebody changes how they sign in, but for those of the second factor itself. */
const CHANGES: Change[] = [
  {
    name: changePassword.name,
    isLinked: false,
    send: (user, { password, ...more }) =>
      user.ask(changePassword, { body: { current_password: password, password: NEW_PASSWORD, ...more } }),
    status: 204,
  },
  {
    name: changeEmail.name,
    isLinked: false,
    send: (user, proof) => user.ask(changeEmail, { body: { email: newEmailOf(user), ...proof } }),
    status: 202,
  },
  {
    name: linkGoogle.name,
    isLinked: false,
    send: (user, proof) => user.ask(linkGoogle, { body: proof }),
    status: 200,
  },
  {
    name: unlinkGoogle.name,
    isLinked: true,
    send: (user, proof) => user.ask(unlinkGoogle, { body: proof }),
    status: 204,
  },
]

const newEmailOf = ({ email }: TestUser) => `new.${email}`

async function userFor({ isLinked }: Change): Promise<TestUser> {
  const user = await app.user()
  if (!isLinked) return user
  fixture.newPerson()
  fixture.google.person = { ...fixture.google.person, email: user.email }
  await fixture.link(user)
  return user
}

const guardedFor = async (change: Change): Promise<Guarded> => guard(app, await userFor(change))

/** What a refused change must leave as it was. */
async function signInMethodsOf(user: TestUser) {
  const { google_email: google } = await user.call(getAccountSecurity)
  const old = await app.ask(login, { body: { username: user.email, password: TEST_PASSWORD } })
  await allMailsSent(app)
  const mailed = app.mails.filter((mail) => mail.to === newEmailOf(user)).length
  return { google, hasOldPassword: old.status === 200 || old.problem().code === 'LOGIN_SECOND_FACTOR_REQUIRED', mailed }
}

describe.each(CHANGES)('$name', (change) => {
  test('takes the password, and no code, of an account without a second factor', async () => {
    const user = await userFor(change)
    const before = await signInMethodsOf(user)
    const wrong = await change.send(user, { password: 'a wrong pass phrase' })
    const after = await signInMethodsOf(user)
    const right = await change.send(user, { password: TEST_PASSWORD })

    expect(wrong.problem()).toMatchObject({ status: 400, code: 'BAD_PASSWORD' })
    expect(after).toEqual(before)
    expect(right.status).toBe(change.status)
  })

  test('takes a code too where the second factor is on', async () => {
    const guarded = await guardedFor(change)
    const { user, otpauthUrl } = guarded
    const before = await signInMethodsOf(user)
    const code = codeOf(app, otpauthUrl)
    const replies = [
      await change.send(user, { password: TEST_PASSWORD }),
      await change.send(user, { password: TEST_PASSWORD, second_factor_code: '  ' }),
      await change.send(user, { password: TEST_PASSWORD, second_factor_code: wrongCodeOf(app, otpauthUrl) }),
      await change.send(user, { password: 'a wrong pass phrase', second_factor_code: code }),
    ]
    const after = await signInMethodsOf(user)
    const right = await change.send(user, { password: TEST_PASSWORD, second_factor_code: code })

    expect(replies.map((reply) => reply.problem())).toMatchObject([
      { status: 400, code: 'LOGIN_SECOND_FACTOR_REQUIRED' },
      { status: 400, code: 'LOGIN_SECOND_FACTOR_REQUIRED' },
      { status: 400, code: 'BAD_SECOND_FACTOR' },
      { status: 400, code: 'BAD_PASSWORD' },
    ])
    expect(after).toEqual(before)
    expect(right.status).toBe(change.status)
  })

  test('takes each code once, and a recovery code in its place', async () => {
    const { user, otpauthUrl, recoveryCodes } = await guardedFor(change)
    const code = codeOf(app, otpauthUrl)
    const recoveryCode = recoveryCodes[0] ?? ''
    const signIn = (second_factor_code: string) =>
      app.ask(login, { body: { username: user.email, password: TEST_PASSWORD, second_factor_code } })
    await signIn(code)
    const reused = await change.send(user, { password: TEST_PASSWORD, second_factor_code: code })
    const recovered = await change.send(user, { password: TEST_PASSWORD, second_factor_code: recoveryCode })

    expect(reused.problem()).toMatchObject({ status: 400, code: 'BAD_SECOND_FACTOR' })
    expect(recovered.status).toBe(change.status)
    expect((await user.call(getAccountSecurity)).recovery_codes_left).toBe(9)
  })

  test('counts wrong codes with wrong passwords, ten an hour in a session', async () => {
    const { user, otpauthUrl } = await guardedFor(change)
    const send = (password: string, second_factor_code: string) => change.send(user, { password, second_factor_code })
    for (let n = 0; n < 5; n++) {
      expect((await send('a wrong pass phrase', '')).problem().code).toBe('BAD_PASSWORD')
      expect((await send(TEST_PASSWORD, wrongCodeOf(app, otpauthUrl))).problem().code).toBe('BAD_SECOND_FACTOR')
    }
    const tooMany = await send(TEST_PASSWORD, codeOf(app, otpauthUrl))
    await app.clock.advance(HOUR_MS)

    expect(tooMany.problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect((await send(TEST_PASSWORD, codeOf(app, otpauthUrl))).status).toBe(change.status)
  })
})

test('a code is not used up by a change that is refused for another reason', async () => {
  const { user, otpauthUrl } = await guard(app, await app.user())
  const second_factor_code = codeOf(app, otpauthUrl)
  const weak = { current_password: TEST_PASSWORD, password: 'qwertyuiop', second_factor_code }
  const same = { email: user.email, password: TEST_PASSWORD, second_factor_code }
  const refused = [await user.ask(changePassword, { body: weak }), await user.ask(changeEmail, { body: same })]

  expect(refused.map((reply) => reply.status)).toEqual([400, 422])
  await user.call(changePassword, { body: { ...weak, password: NEW_PASSWORD } })
})

test('of two changes with one code at the same moment one is made', async () => {
  const { user, otpauthUrl } = await guard(app, await app.user())
  const body = { password: TEST_PASSWORD, second_factor_code: codeOf(app, otpauthUrl) }
  const replies = await Promise.all([user.ask(linkGoogle, { body }), user.ask(linkGoogle, { body })])

  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 400)).toHaveLength(1)
})
