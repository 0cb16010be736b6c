import { login } from '@leadlight/contract/accounts'
import { removeSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeys, createVault } from '../../platform/crypto.ts'
import { systemRandom } from '../../platform/random.ts'
import { codeOf, guard } from '@leadlight/testing/second-factor'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const signIn = (user: TestUser, code = '') =>
  app.request('POST', login.path, {
    form: { username: user.email, password: TEST_PASSWORD, second_factor_code: code },
  })

describe('a second factor whose secret no key of the installation opens', () => {
  /** As after the installation's secret was lost. */
  async function withLostSecret() {
    const person = await guard(app, await app.user())
    const lost = createVault(createKeys('a secret that was lost'), systemRandom).seal(
      'AAAA',
      `second-factor:${person.user.userId}`,
    )
    await app.database.pool.query('update second_factor set secret = $2 where account_id = $1', [
      person.user.userId,
      lost,
    ])
    return person
  }

  test('answers a code of the app with a sentence that says what to do, and takes a recovery code', async () => {
    const { user, otpauthUrl, recoveryCodes } = await withLostSecret()
    const refused = await signIn(user, codeOf(app, otpauthUrl))

    expect(refused.problem()).toMatchObject({
      status: 400,
      code: 'LOGIN_BAD_SECOND_FACTOR',
      detail: expect.stringMatching(/cannot be checked any more.* Enter a recovery code/),
    })
    expect((await signIn(user, recoveryCodes[0])).status).toBe(200)
  })

  test('is turned off by a recovery code and then set up again', async () => {
    const { user, otpauthUrl, recoveryCodes } = await withLostSecret()
    const turnOff = (code: string) =>
      user.request('POST', removeSecondFactor.path, { body: { password: TEST_PASSWORD, code } })
    const refused = await turnOff(codeOf(app, otpauthUrl))

    expect(refused.problem()).toMatchObject({ status: 400, code: 'BAD_SECOND_FACTOR' })
    expect(refused.problem().detail).toContain('cannot be checked any more')
    expect((await turnOff(recoveryCodes[1] ?? '')).status).toBe(204)
    expect((await user.call(startSecondFactor, { body: { password: TEST_PASSWORD } })).secret).toMatch(/^[A-Z2-7]{32}$/)
  })
})
