import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login, me, register } from '@leadlight/contract/accounts'
import { createApiKey } from '@leadlight/contract/api-keys'
import { createOrganization } from '@leadlight/contract/organization'
import { changePassword, confirmSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { TOTP, URI } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPersonByEmail } from '../src/core/accounts/find-person.ts'
import { insertGoogleIdentity } from '../src/core/accounts/google-identity-store.ts'
import { createPasswords } from '../src/core/accounts/passwords.ts'
import { DEMO_EMAIL, retirePublishedPassword } from '../src/core/accounts/published-password.ts'
import { onAccessVoided } from '../src/hooks.ts'
import { accountScope, loginScope } from '../src/platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'
import { openDemoAccount } from './demo-account.ts'

/** The demo's password until each made its own. */
const PUBLISHED = 'a lantern on the harbour wall'
const READABLE = /^([2-9a-km-z]{4}-){3}[2-9a-km-z]{4}$/

let app: TestApp
let dataDir: string
let file: string
beforeEach(async () => {
  app = await startTestApp()
  dataDir = mkdtempSync(join(tmpdir(), 'leadlight-demo-'))
  file = join(dataDir, 'demo-password')
})
afterEach(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function parts() {
  const { db, clock, newId, random, passwordCost } = app.dependencies
  return { db, clock, newId, random, passwords: createPasswords({ cost: passwordCost, random }), onAccessVoided }
}

const open = () => openDemoAccount(parts(), dataDir)

const signIn = (password: string) =>
  app.request('POST', login.path, { form: { username: DEMO_EMAIL, password } }).then(({ status }) => status)

/** Somebody signed in to the demo. */
async function enter(password: string) {
  const { access_token: token } = await app.call(login, { body: { username: DEMO_EMAIL, password } })
  return createTestClient(app.app, token)
}

/** The demo as older versions made it. */
async function leaveOlderDemo() {
  await app.call(register, { body: { email: DEMO_EMAIL, password: PUBLISHED } })
  const user = await enter(PUBLISHED)
  await user.call(createOrganization, { body: { name: 'Larkbill' } })
  return user
}

describe('the password of the demo', () => {
  test('is made once, can be read out, and is kept for its owner’s eyes', async () => {
    const made = await open()
    expect(made).toEqual({
      email: DEMO_EMAIL,
      password: expect.stringMatching(READABLE),
      passwordFile: file,
      isAlone: true,
    })
    expect(readFileSync(file, 'utf8')).toBe(`${made.password}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const user = await enter(made.password ?? '')
    expect(await user.call(me)).toMatchObject({ is_verified: true, organization_membership: null })
    await user.call(createOrganization, { body: { name: 'Larkbill' } })
    chmodSync(file, 0o644)

    expect(await open()).toEqual({ ...made, isAlone: false })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await user.request('GET', me.path)).status).toBe(200)
  })

  test('that its user chose is left to them and not told, until the kept one is deleted', async () => {
    const { password = '' } = await open()
    const user = await enter(password)
    await user.call(changePassword, { body: { current_password: password, password: TEST_PASSWORD } })

    expect(await open()).toMatchObject({ password: undefined })
    expect(await signIn(TEST_PASSWORD)).toBe(200)
    rmSync(file)
    const another = await open()
    expect(another.password).not.toBe(password)
    expect([await signIn(TEST_PASSWORD), await signIn(another.password ?? '')]).toEqual([400, 200])
  })

  test('is kept only once it opens, so that a start that ends before makes another', async () => {
    const { password } = await open()
    rmSync(file)
    const broken = { ...parts(), passwords: { ...parts().passwords, hash: () => Promise.reject(new Error('killed')) } }
    await expect(openDemoAccount(broken, dataDir)).rejects.toThrow('killed')
    expect(existsSync(file)).toBe(false)
    expect(await signIn(password ?? '')).toBe(200)

    writeFileSync(file, '')
    const { password: next } = await open()
    expect(await signIn(next ?? '')).toBe(200)
    expect(readFileSync(file, 'utf8')).toBe(`${next}\n`)
  })

  test('is made in no installation that began with somebody else’s account', async () => {
    await app.organization()
    await expect(open()).rejects.toThrow('This installation has accounts already')
    await app.call(register, { body: { email: DEMO_EMAIL, password: PUBLISHED } })
    await expect(open()).rejects.toThrow('This installation has accounts already')
    expect(existsSync(file)).toBe(false)
  })
})

describe('the password that older versions published', () => {
  test('is replaced as the demo starts, by the kept one where a backup brought it back', async () => {
    await leaveOlderDemo()
    const { password = '', isAlone } = await open()
    expect(isAlone).toBe(false)
    expect([await signIn(PUBLISHED), await signIn(password)]).toEqual([400, 200])

    const user = await enter(password)
    const { db, passwords } = parts()
    const person = await db.transaction(loginScope(), (tx) => findPersonByEmail(tx, DEMO_EMAIL))
    const published = await passwords.hash(PUBLISHED)
    await app.database.pool.query('update account set password_hash = $2 where id = $1', [person?.id, published])
    expect((await open()).password).toBe(password)
    expect([await signIn(PUBLISHED), await signIn(password)]).toEqual([400, 200])
    expect((await user.request('GET', me.path)).status).toBe(401)
    expect(await retirePublishedPassword({ ...parts(), passwords })).toBe(false)
  })

  test('is retired with all that strangers may have come in with, to stay or to keep its owner out', async () => {
    const stranger = await leaveOlderDemo()
    const { key } = await stranger.call(createApiKey, {
      body: { name: 'left behind', scope: 'read', expires_in_days: 30 },
    })
    const { otpauth_url: url } = await stranger.call(startSecondFactor, { body: { password: PUBLISHED } })
    const totp = URI.parse(url)
    if (!(totp instanceof TOTP)) throw new Error('not a time-based code')
    const code = totp.generate({ timestamp: app.clock.now().getTime() })
    await stranger.call(confirmSecondFactor, { body: { code } })
    const { id } = await stranger.call(me)
    const google = { subject: '1', email: 'x@gmail.example', givenName: null, familyName: null, picture: null }
    await app.db.transaction(accountScope(id), (tx) =>
      insertGoogleIdentity(tx, id, { ...google, linkedAt: app.clock.now() }),
    )

    expect(await retirePublishedPassword(parts())).toBe(true)
    expect(await retirePublishedPassword(parts())).toBe(false)
    expect((await stranger.request('GET', me.path)).status).toBe(401)
    expect((await app.request('GET', me.path, { token: key })).status).toBe(401)
    expect(await signIn(PUBLISHED)).toBe(400)
    const left = await app.database.pool.query('select from google_identity where account_id = $1', [id])
    expect(left.rowCount).toBe(0)
    const { password = '' } = await open()
    expect(await signIn(password)).toBe(200)
  })

  test('leaves a demo alone whose password was changed, and others’ accounts', async () => {
    const user = await app.user()
    expect(await retirePublishedPassword(parts())).toBe(false)
    expect((await user.request('GET', me.path)).status).toBe(200)
    await app.call(register, { body: { email: DEMO_EMAIL, password: TEST_PASSWORD } })
    expect(await retirePublishedPassword(parts())).toBe(false)
    expect(await signIn(TEST_PASSWORD)).toBe(200)
  })
})
