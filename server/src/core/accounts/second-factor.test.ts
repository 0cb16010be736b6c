import { login, me, resetPassword, verify } from '@leadlight/contract/accounts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginScope } from '../../platform/scopes.ts'
import { startGoogleFixture, type GoogleFixture } from '@leadlight/testing/google-fixture'
import { codeOf as testCodeOf, guard, STEP_MS, wrongCodeOf } from '@leadlight/testing/second-factor'
import type { TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'
import { createAccountTokens } from './account-tokens.ts'
import { findOwnCredentials } from './credential-store.ts'

let fixture: GoogleFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startGoogleFixture()
  app = fixture.app
})
afterAll(() => fixture.close())

const codeOf = (url: string, at?: { stepsFromNow: number }) => testCodeOf(app, url, at)
const wrongOf = (url: string) => wrongCodeOf(app, url)
const start = (user: TestUser) => user.call(startSecondFactor, { body: { password: TEST_PASSWORD } })
const nextStep = () => app.clock.advance(STEP_MS)

/** Somebody with a second factor, at a time step whose code is unused. */
const guarded = async () => guard(app, await app.user())

/** Proves the user's address by the link in the first mail. */
async function prove(user: TestUser): Promise<void> {
  const token = await createAccountTokens(app.dependencies).signVerification({ id: user.userId, email: user.email })
  await user.call(verify, { body: { token } })
}

const signIn = (user: TestUser, code?: string, password = TEST_PASSWORD) =>
  app.request('POST', login.path, {
    form: { username: user.email, password, ...(code !== undefined && { second_factor_code: code }) },
  })

describe('setting up a second factor', () => {
  test('gives a secret that every authenticator app takes', async () => {
    const user = await app.user()
    const { secret, otpauth_url: url } = await start(user)

    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(decodeURIComponent(url)).toBe(
      `otpauth://totp/Leadlight:${user.email}?issuer=Leadlight&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  test('has no effect until a code is confirmed', async () => {
    const user = await app.user()
    const { otpauth_url: url } = await start(user)

    expect((await signIn(user)).status).toBe(200)
    const wrong = await user.request('POST', confirmSecondFactor.path, { body: { code: wrongOf(url) } })
    expect(wrong.problem()).toMatchObject({ status: 400, code: 'BAD_SECOND_FACTOR' })
    const sixOfOtherBytes = await user.request('POST', confirmSecondFactor.path, { body: { code: '12345é' } })
    expect(sixOfOtherBytes.problem()).toMatchObject({ status: 400, code: 'BAD_SECOND_FACTOR' })
    expect((await signIn(user)).status).toBe(200)
    await user.call(confirmSecondFactor, { body: { code: codeOf(url) } })
    expect((await signIn(user)).problem()).toMatchObject({ status: 400, code: 'LOGIN_SECOND_FACTOR_REQUIRED' })
  })

  test('answers ten different recovery codes and stores none of them', async () => {
    const { recoveryCodes } = await guarded()

    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{2}$/)
    const { rows } = await app.database.pool.query<{ kept: string }>(
      `select encode(code_hash, 'escape') || encode(code_hash, 'hex') as kept from recovery_code`,
    )
    const kept = rows.map((row) => row.kept).join('\n')
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''))
  })

  test('stores the secret sealed, for this account alone', async () => {
    const [one, other] = [await app.user(), await app.user()]
    const { secret, otpauth_url: url } = await start(one)
    await start(other)
    const { rows } = await app.database.pool.query<{ secret: Buffer }>(
      'select secret from second_factor where account_id = $1',
      [one.userId],
    )
    const moved = 'update second_factor set secret = $2 where account_id = $1'
    await app.database.pool.query(moved, [other.userId, rows[0]?.secret])
    const reply = await other.request('POST', confirmSecondFactor.path, { body: { code: codeOf(url) } })

    expect(rows[0]?.secret.toString('latin1')).not.toContain(secret)
    expect(reply.problem()).toMatchObject({ status: 409, code: 'second_factor_not_started' })
  })

  test('can start again until it is confirmed, and not after', async () => {
    const user = await app.user()
    const first = await start(user)
    const second = await start(user)
    const early = await user.request('POST', confirmSecondFactor.path, { body: { code: codeOf(first.otpauth_url) } })
    await user.call(confirmSecondFactor, { body: { code: codeOf(second.otpauth_url) } })
    const third = await user.request('POST', startSecondFactor.path, { body: { password: TEST_PASSWORD } })

    expect(early.problem().code).toBe('BAD_SECOND_FACTOR')
    expect(third.problem()).toMatchObject({ status: 409, code: 'second_factor_on' })
  })

  test('needs the password, and must be started before it is confirmed', async () => {
    const user = await app.user()
    const wrong = await user.request('POST', startSecondFactor.path, { body: { password: 'not it, I fear' } })
    const early = await user.request('POST', confirmSecondFactor.path, { body: { code: '123456' } })

    expect(wrong.problem()).toMatchObject({ status: 400, code: 'BAD_PASSWORD' })
    expect(early.problem()).toMatchObject({ status: 409, code: 'second_factor_not_started' })
  })

  test('answers recovery codes to one of ten confirmations at the same moment', async () => {
    const user = await app.user()
    const { otpauth_url: url } = await start(user)
    const confirm = () => user.request('POST', confirmSecondFactor.path, { body: { code: codeOf(url) } })
    const replies = await Promise.all(Array.from({ length: 10 }, confirm))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9)
  })
})

describe('signing in with a second factor', () => {
  test('asks for a code once the password has matched, and reveals it to nobody else', async () => {
    const { user, otpauthUrl } = await guarded()
    const wrongPassword = await signIn(user, codeOf(otpauthUrl), 'not it, I fear')
    const empty = await signIn(user, '  ')
    const wrongCode = await signIn(user, wrongOf(otpauthUrl))
    const sixOfOtherBytes = await signIn(user, '12345é')
    const right = await signIn(user, codeOf(otpauthUrl))

    expect(wrongPassword.problem().code).toBe('LOGIN_BAD_CREDENTIALS')
    expect(empty.problem()).toMatchObject({ status: 400, code: 'LOGIN_SECOND_FACTOR_REQUIRED' })
    expect(wrongCode.problem()).toMatchObject({ status: 400, code: 'LOGIN_BAD_SECOND_FACTOR' })
    expect(sixOfOtherBytes.problem()).toMatchObject({ status: 400, code: 'LOGIN_BAD_SECOND_FACTOR' })
    expect(right.status).toBe(200)
  })

  test.each([
    { stepsFromNow: -2, taken: false },
    { stepsFromNow: -1, taken: true },
    { stepsFromNow: 0, taken: true },
    { stepsFromNow: 1, taken: true },
    { stepsFromNow: 2, taken: false },
  ])('with a code of $stepsFromNow steps from now works: $taken', async ({ stepsFromNow, taken }) => {
    const { user, otpauthUrl } = await guarded()
    await nextStep()

    expect((await signIn(user, codeOf(otpauthUrl, { stepsFromNow }))).status).toBe(taken ? 200 : 400)
  })

  test('accepts spaces in the code', async () => {
    const { user, otpauthUrl } = await guarded()
    const code = codeOf(otpauthUrl)

    expect((await signIn(user, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  })

  test('takes each code once, and none older than the last one taken', async () => {
    const { user, otpauthUrl } = await guarded()
    const [old, code] = [codeOf(otpauthUrl), codeOf(otpauthUrl, { stepsFromNow: 1 })]
    const replies = [await signIn(user, code), await signIn(user, code), await signIn(user, old)]
    await nextStep()
    await nextStep()
    const later = await signIn(user, codeOf(otpauthUrl))

    expect(replies.map((reply) => reply.status)).toEqual([200, 400, 400])
    expect(later.status).toBe(200)
  })

  test('lets in one of twenty with one code at the same moment', async () => {
    const { user, otpauthUrl } = await guarded()
    const code = codeOf(otpauthUrl)
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(user, code)))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const refused = new Set(replies.filter((reply) => reply.status !== 200).map((reply) => reply.problem().code))
    // The tenth wrong code in an hour is the last that is checked.
    expect(refused).toEqual(new Set(['LOGIN_BAD_SECOND_FACTOR', 'too_many_attempts']))
  })

  test('refuses the code that confirmed it', async () => {
    const user = await app.user()
    const { otpauth_url: url } = await start(user)
    const code = codeOf(url)
    await user.call(confirmSecondFactor, { body: { code } })

    expect((await signIn(user, code)).problem().code).toBe('LOGIN_BAD_SECOND_FACTOR')
  })

  test('takes each recovery code once, however it is typed, and no other account’s', async () => {
    const [mine, theirs] = [await guarded(), await guarded()]
    const [first = '', second = ''] = mine.recoveryCodes
    const sloppy = first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')

    expect((await signIn(theirs.user, first)).problem().code).toBe('LOGIN_BAD_SECOND_FACTOR')
    expect((await signIn(mine.user, sloppy)).status).toBe(200)
    expect((await signIn(mine.user, first)).problem().code).toBe('LOGIN_BAD_SECOND_FACTOR')
    const races = await Promise.all(Array.from({ length: 20 }, () => signIn(mine.user, second)))
    expect(races.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test('by Google asks for no code', async () => {
    const user = await app.user()
    fixture.newPerson()
    fixture.google.person = { ...fixture.google.person, email: user.email }
    await fixture.link(user)
    await guard(app, user)

    expect((await fixture.holder(await fixture.signIn()).call(me)).id).toBe(user.userId)
  })
})

const hashOf = async (user: TestUser) =>
  (await app.db.transaction(loginScope(), (tx) => findOwnCredentials(tx, user.userId)))?.passwordHash ?? null

describe('guessing at codes', () => {
  /** Signs in from a new address with the right password and, unless the code is asked for first, this code. */
  const from = (address: string) => createTestClient(app.app, undefined, address)
  const guess = async (client: TestClient, user: TestUser, code: string, password = TEST_PASSWORD) => {
    const form = { username: user.email, password, second_factor_code: code }
    const reply = await client.request('POST', login.path, { form })
    return reply.status === 200 ? 'in' : reply.problem().code
  }

  test('ends after ten for one client and twenty for all, even if the next would be right', async () => {
    const { user, otpauthUrl } = await guarded()
    const [one, two, three] = [from('198.51.100.1'), from('198.51.100.2'), from('198.51.100.3')]
    const wrong = wrongOf(otpauthUrl)
    const first = await Promise.all(Array.from({ length: 12 }, () => guess(one, user, wrong)))
    const second = await Promise.all(Array.from({ length: 12 }, () => guess(two, user, wrong)))

    for (const replies of [first, second]) {
      expect(replies.filter((code) => code === 'LOGIN_BAD_SECOND_FACTOR')).toHaveLength(10)
      expect(replies.filter((code) => code === 'too_many_attempts')).toHaveLength(2)
    }
    expect(await guess(three, user, codeOf(otpauthUrl))).toBe('too_many_attempts')
    await app.clock.advance(60 * 60 * 1000)
    expect(await guess(three, user, codeOf(otpauthUrl))).toBe('in')
  })

  test('is not forgiven by a new password', async () => {
    const { user, otpauthUrl } = await guarded()
    await prove(user)
    const thief = from('198.51.100.9')
    for (let n = 0; n < 10; n++) await guess(thief, user, wrongOf(otpauthUrl))
    const credentials = { accountId: user.userId, email: user.email, passwordHash: await hashOf(user) }
    const token = await createAccountTokens(app.dependencies).signReset(credentials)
    const password = 'a harbour pilot reads the tide'
    await thief.call(resetPassword, { body: { token, password } })

    expect(await guess(thief, user, codeOf(otpauthUrl), password)).toBe('too_many_attempts')
  })

  test('counts neither a right code nor a missing one', async () => {
    const { user, otpauthUrl } = await guarded()
    const client = from('198.51.100.20')
    for (let n = 0; n < 12; n++) {
      expect(await guess(client, user, '')).toBe('LOGIN_SECOND_FACTOR_REQUIRED')
      expect(await guess(client, user, codeOf(otpauthUrl))).toBe('in')
      await nextStep()
    }
  })

  test.each([confirmSecondFactor, removeSecondFactor])(
    'of $name ends after ten in a session',
    async ({ name, path }) => {
      const isToRemove = name === 'removeSecondFactor'
      const { user, otpauthUrl } = isToRemove ? await guarded() : { user: await app.user(), otpauthUrl: '' }
      const url = isToRemove ? otpauthUrl : (await start(user)).otpauth_url
      const ask = async (code: string) => {
        const reply = await user.request('POST', path, { body: { password: TEST_PASSWORD, code } })
        return reply.problem().code
      }
      for (let n = 0; n < 10; n++) expect(await ask(wrongOf(url))).toBe('BAD_SECOND_FACTOR')

      expect(await ask(codeOf(url))).toBe('too_many_attempts')
    },
  )
})

describe('turning a second factor off', () => {
  const remove = (user: TestUser, body: { password: string; code: string }) =>
    user.request('POST', removeSecondFactor.path, { body })

  test('needs the password and a code, and ends the recovery codes too', async () => {
    const { user, otpauthUrl, recoveryCodes } = await guarded()
    const code = codeOf(otpauthUrl)
    const password = TEST_PASSWORD
    const replies = [
      await remove(user, { password: 'not it, I fear', code }),
      await remove(user, { password, code: wrongOf(otpauthUrl) }),
      await remove(user, { password, code }),
      await remove(user, { password, code: recoveryCodes[0] ?? '' }),
    ]

    const codes = replies.map((reply) => (reply.status === 204 ? 'done' : reply.problem().code))
    expect(codes).toEqual(['BAD_PASSWORD', 'BAD_SECOND_FACTOR', 'done', 'second_factor_off'])
    expect((await signIn(user)).status).toBe(200)
  })

  test('works with a recovery code, and allows setting up another', async () => {
    const { user, recoveryCodes } = await guarded()

    expect((await remove(user, { password: TEST_PASSWORD, code: recoveryCodes[9] ?? '' })).status).toBe(204)
    expect((await start(user)).secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  test('is refused before one is confirmed', async () => {
    const user = await app.user()
    const { otpauth_url: url } = await start(user)
    const reply = await remove(user, { password: TEST_PASSWORD, code: codeOf(url) })

    expect(reply.problem()).toMatchObject({ status: 409, code: 'second_factor_off' })
  })
})

test.each([startSecondFactor, confirmSecondFactor, removeSecondFactor])('$path needs a session', async ({ path }) => {
  expect((await app.request('POST', path, { body: { password: 'a', code: 'b' } })).status).toBe(401)
})

test('an account that signs in by Google alone has no password to protect', async () => {
  fixture.newPerson()
  const holder = fixture.holder(await fixture.signIn())
  const reply = await holder.request('POST', startSecondFactor.path, { body: { password: 'anything at all' } })

  expect(reply.problem()).toMatchObject({ status: 409, code: 'NO_PASSWORD' })
})
