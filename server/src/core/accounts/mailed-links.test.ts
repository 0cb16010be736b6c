import { login, me, register, resetPassword, verify } from '@leadlight/contract/accounts'
import { changeEmail } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allMailsSent, mailTo, tokenIn } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { TEST_PASSWORD, type TestUser } from '@leadlight/testing/test-organization'

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'eight bells of harbour night'
const VERIFY = { subject: 'Confirm your email address' }
const RESET = { subject: 'Choose a new password' }
const CHANGE = { subject: 'Confirm your new email address' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { PUBLIC_URL: 'https://leads.example' } })
})
afterAll(() => app.close())

const post = (path: string, body: object) => app.request('POST', path, { body })
const mailsTo = (email: string) => app.mails.filter((mail) => mail.to === email)

async function resetTokenFor(email: string, nth = 1): Promise<string> {
  expect((await post('/auth/forgot-password', { email })).status).toBe(202)
  return tokenIn(await mailTo(app, email, { ...RESET, nth }))
}

async function changeTokenFor(user: TestUser, email: string): Promise<string> {
  await user.call(changeEmail, { body: { email, password: TEST_PASSWORD } })
  return tokenIn(await mailTo(app, email, CHANGE))
}

describe('verifying an address', () => {
  test('a registration mails a link that proves the address, once', async () => {
    const user = await app.user('vera@example.com')
    const mail = await mailTo(app, 'vera@example.com', VERIFY)
    const token = tokenIn(mail)

    expect(mail.action?.url).toBe(`https://leads.example/verify-user?token=${token}`)
    expect(await user.call(verify, { body: { token } })).toMatchObject({ id: user.userId, is_verified: true })
    expect((await user.call(me)).is_verified).toBe(true)
    expect((await post('/auth/verify', { token })).problem()).toMatchObject({
      status: 400,
      code: 'VERIFY_USER_ALREADY_VERIFIED',
    })
  })

  test('a registration that is refused mails nothing', async () => {
    await app.user('twice@example.com')
    await post('/auth/register', { email: 'twice@example.com', password: TEST_PASSWORD })
    await post('/auth/register', { email: 'weak@example.com', password: 'short' })
    await allMailsSent(app)

    expect(mailsTo('twice@example.com')).toHaveLength(1)
    expect(mailsTo('weak@example.com')).toEqual([])
  })

  test('answers with the organization that the account is in by now', async () => {
    const admin = await app.organization({ isVerified: false })
    const token = tokenIn(await mailTo(app, admin.email, VERIFY))

    expect((await admin.call(verify, { body: { token } })).organization_membership).toEqual({
      organization_id: admin.organizationId,
      role: 'ADMIN',
    })
  })

  test('is possible for a day', async () => {
    const started = app.clock.now()
    const [early, late] = [await app.user(), await app.user()]
    const tokens = [
      tokenIn(await mailTo(app, early.email, VERIFY)),
      tokenIn(await mailTo(app, late.email, VERIFY)),
    ] as const
    await app.clock.advance(24 * HOUR_MS - 1000)
    const inTime = await post('/auth/verify', { token: tokens[0] })
    await app.clock.advance(1000)
    const tooLate = await post('/auth/verify', { token: tokens[1] })
    await app.clock.set(started)

    expect(inTime.status).toBe(200)
    expect(tooLate.problem()).toMatchObject({ status: 400, code: 'VERIFY_USER_BAD_TOKEN' })
  })

  test('succeeds once of ten at the same moment', async () => {
    const user = await app.user()
    const token = tokenIn(await mailTo(app, user.email, VERIFY))
    const replies = await Promise.all(Array.from({ length: 10 }, () => post('/auth/verify', { token })))

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test.each(['', 'nonsense', 'a.b.c', 'x'.repeat(4000)])('is refused with the token %j', async (token) => {
    expect((await post('/auth/verify', { token })).problem().code).toBe('VERIFY_USER_BAD_TOKEN')
  })

  test('asking again mails another link to an unverified address, and nothing to any other', async () => {
    const [open, done] = [await app.user(), await app.user()]
    await app.call(verify, { body: { token: tokenIn(await mailTo(app, done.email, VERIFY)) } })
    for (const email of [open.email.toUpperCase(), done.email, 'stranger@example.com']) {
      expect((await post('/auth/request-verify-token', { email })).status).toBe(202)
    }
    await allMailsSent(app)

    expect(mailsTo(open.email)).toHaveLength(2)
    expect(mailsTo(done.email)).toHaveLength(1)
    expect(mailsTo('stranger@example.com')).toEqual([])
  })
})

test('a token of one kind does not work as another', async () => {
  const user = await app.user()
  const tokens = {
    verify: tokenIn(await mailTo(app, user.email, VERIFY)),
    reset: await resetTokenFor(user.email),
    change: await changeTokenFor(user, 'kinds@example.com'),
    session: user.token,
  }
  const bad = async (path: string, token: string) => {
    const reply = await post(path, { token, password: NEW_PASSWORD })
    return reply.problem().code
  }

  for (const token of [tokens.reset, tokens.change, tokens.session]) {
    expect(await bad('/auth/verify', token)).toBe('VERIFY_USER_BAD_TOKEN')
  }
  for (const token of [tokens.verify, tokens.change, tokens.session]) {
    expect(await bad('/auth/reset-password', token)).toBe('RESET_PASSWORD_BAD_TOKEN')
  }
  for (const token of [tokens.verify, tokens.reset, tokens.session]) {
    expect(await bad('/auth/confirm-email-change', token)).toBe('CHANGE_EMAIL_BAD_TOKEN')
  }
})

test('a job contains neither tokens nor addresses', async () => {
  const email = 'canary.job@example.com'
  const enqueue = vi.spyOn(app.dependencies.jobs, 'enqueue')
  await app.call(register, { body: { email, password: TEST_PASSWORD } })
  const { access_token } = await app.call(login, { body: { username: email, password: TEST_PASSWORD } })
  await app.call(resetPassword, { body: { token: await resetTokenFor(email), password: NEW_PASSWORD } })
  const jobs = enqueue.mock.calls.filter(([, { name }]) => name.startsWith('accounts.'))
  const kept = jobs.map(([, , ...said]) => JSON.stringify(said)).join('\n')

  expect(access_token).toBeTruthy()
  expect(jobs.length).toBeGreaterThan(2)
  expect(kept).not.toContain('canary')
  expect(kept).not.toContain('eyJ')
})

test.each(['/auth/forgot-password', '/auth/request-verify-token'])('%s refuses an invalid address', async (path) => {
  for (const body of [{}, { email: 'nobody' }, { email: 7 }]) {
    expect((await post(path, body)).problem()).toMatchObject({ status: 422, errors: [{ path: 'body.email' }] })
  }
})
