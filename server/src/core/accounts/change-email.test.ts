import { confirmEmailChange, me } from '@leadlight/contract/accounts'
import { changeEmail, changePassword } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { loginScope } from '../../platform/scopes.ts'
import { allMailsSent, mailTo, tokenIn } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'eight bells of harbour night'
const CHANGE = { subject: 'Confirm your new email address' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { PUBLIC_URL: 'https://leads.example' } })
})
afterAll(() => app.close())

const post = (path: string, body: object) => app.request('POST', path, { body })
const confirm = (token: string) => post('/auth/confirm-email-change', { token, password: TEST_PASSWORD })
const signIn = (email: string, password: string) =>
  app.request('POST', '/auth/jwt/login', { form: { username: email, password } })

async function changeTokenFor(user: TestUser, email: string): Promise<string> {
  await user.call(changeEmail, { body: { email, password: TEST_PASSWORD } })
  return tokenIn(await mailTo(app, email, CHANGE))
}

describe('a new address', () => {
  test('is the account’s and proved once its link is followed, and the former one is mailed', async () => {
    const user = await app.user('old@example.com')
    const token = await changeTokenFor(user, 'new@example.com')
    const mail = await mailTo(app, 'new@example.com', CHANGE)

    expect(mail.action?.url).toBe(`https://leads.example/verify-user?email_change=${token}`)
    expect((await user.call(me)).email).toBe('old@example.com')
    expect(await user.call(confirmEmailChange, { body: { token } })).toMatchObject({
      id: user.userId,
      email: 'new@example.com',
      is_verified: true,
    })
    expect(await mailTo(app, 'old@example.com', { subject: 'Your email address was changed' })).toMatchObject({
      action: { url: 'https://leads.example/contact' },
    })
    expect((await signIn('old@example.com', TEST_PASSWORD)).status).toBe(400)
    expect((await signIn('new@example.com', TEST_PASSWORD)).status).toBe(200)
    expect((await user.call(me)).email).toBe('new@example.com')
    expect((await confirm(token)).problem().code).toBe('CHANGE_EMAIL_BAD_TOKEN')
  })

  test('invalidates the links mailed to the former one', async () => {
    const user = await app.user('former@example.com')
    const toVerify = tokenIn(await mailTo(app, user.email, { subject: 'Confirm your email address' }))
    await post('/auth/forgot-password', { email: user.email })
    const toReset = tokenIn(await mailTo(app, user.email, { subject: 'Choose a new password' }))
    await user.call(confirmEmailChange, { body: { token: await changeTokenFor(user, 'latter@example.com') } })
    const reset = await post('/auth/reset-password', { token: toReset, password: NEW_PASSWORD })

    expect((await post('/auth/verify', { token: toVerify })).problem().code).toBe('VERIFY_USER_BAD_TOKEN')
    expect(reset.problem().code).toBe('RESET_PASSWORD_BAD_TOKEN')
  })

  test('that is taken is reported only to whoever reads its mail', async () => {
    const [user, other] = [await app.user(), await app.user('owned@example.com')]
    const token = await changeTokenFor(user, other.email)

    expect((await confirm(token)).problem()).toMatchObject({
      status: 400,
      code: 'CHANGE_EMAIL_ALREADY_EXISTS',
    })
    expect((await user.call(me)).email).toBe(user.email)
  })

  test('that two want at the same moment goes to one of them', async () => {
    const users = [await app.user(), await app.user()] as const
    const body = { email: 'wanted@example.com', password: TEST_PASSWORD }
    for (const user of users) await user.call(changeEmail, { body })
    const mails = [
      await mailTo(app, body.email, { ...CHANGE, nth: 1 }),
      await mailTo(app, body.email, { ...CHANGE, nth: 2 }),
    ]
    const replies = await Promise.all(mails.map((mail) => confirm(tokenIn(mail))))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.find((reply) => reply.status === 400)?.problem().code).toBe('CHANGE_EMAIL_ALREADY_EXISTS')
  })

  test('can be confirmed for an hour, and not after a change of password', async () => {
    const started = app.clock.now()
    const user = await app.user()
    const token = await changeTokenFor(user, 'hour@example.com')
    await app.clock.advance(HOUR_MS)
    const late = await confirm(token)
    await app.clock.set(started)
    await user.request('POST', '/users_info/change_password', {
      body: { current_password: TEST_PASSWORD, password: NEW_PASSWORD },
    })

    expect(late.problem().code).toBe('CHANGE_EMAIL_BAD_TOKEN')
    expect((await confirm(token)).problem().code).toBe('CHANGE_EMAIL_BAD_TOKEN')
  })

  test('needs the password, and must differ', async () => {
    const user = await app.user()
    const ask = (body: object) => user.request('POST', '/users_info/change_email', { body })
    const wrong = await ask({ email: 'x@example.com', password: 'a wrong pass phrase' })
    const same = await ask({ email: user.email.toUpperCase(), password: TEST_PASSWORD })
    await allMailsSent(app)

    expect(wrong.problem()).toMatchObject({ status: 400, code: 'BAD_PASSWORD' })
    expect(same.problem()).toMatchObject({ status: 422, errors: [{ path: 'body.email' }] })
    expect((await ask({ email: 'nobody', password: TEST_PASSWORD })).problem().errors?.[0]?.path).toBe('body.email')
    expect(app.mails.filter((mail) => mail.subject === CHANGE.subject && mail.to === 'x@example.com')).toEqual([])
  })

  test('that is asked for before a change of password gets no link after it', async () => {
    const user = await app.user()
    const { jobs } = app.dependencies
    let enqueue = () => Promise.resolve()
    // The worker is slow: it starts the job only after the password has changed.
    const slowly = buildApp({
      ...app.dependencies,
      jobs: {
        ...jobs,
        enqueue: (_tx, job, payload) => {
          enqueue = () => app.db.transaction(loginScope(), (tx) => jobs.enqueue(tx, job, payload))
          return Promise.resolve()
        },
      },
    })
    const client = createTestClient(slowly, user.token)
    await client.call(changeEmail, { body: { email: 'thief@example.com', password: TEST_PASSWORD } })
    const body = { current_password: TEST_PASSWORD, password: NEW_PASSWORD }
    await user.call(changePassword, { body })
    await enqueue()
    await allMailsSent(app)

    expect(app.mails.filter((mail) => mail.to === 'thief@example.com')).toEqual([])
  })
})
