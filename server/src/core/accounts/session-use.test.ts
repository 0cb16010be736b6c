import { login, me } from '@leadlight/contract/accounts'
import { endOwnSession, getAccountSecurity } from '@leadlight/contract/own-account'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD } from '@leadlight/testing/test-organization'
import { loginScope } from '../../platform/scopes.ts'
import { endEverySession, endSessionsOf } from './end-sessions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_IDLE_HOURS: '72', SESSION_DAYS: '7' } })
})
afterAll(() => app.close())

const statusOf = async (client: TestClient) => (await client.ask(me)).status
const ownSession = async (client: TestClient) =>
  (await client.call(getAccountSecurity)).sessions.find((session) => session.is_current)

describe('a session that is not used', () => {
  test('ends after the configured hours', async () => {
    const user = await app.user()
    await app.clock.advance(72 * HOUR_MS - 1000)
    const other = createTestClient(app.app, await signIn(user.email))
    expect((await other.call(getAccountSecurity)).sessions).toHaveLength(2)
    await app.clock.advance(1000)

    expect(await statusOf(user)).toBe(401)
    const { sessions } = await other.call(getAccountSecurity)
    expect(sessions.map((session) => session.is_current)).toEqual([true])
  })

  test('cannot be ended again, as one that has ended', async () => {
    const user = await app.user()
    const { id = '' } = (await ownSession(user)) ?? {}
    await app.clock.advance(72 * HOUR_MS)
    const other = createTestClient(app.app, await signIn(user.email))

    expect((await other.ask(endOwnSession, { params: { id } })).status).toBe(404)
  })

  test('is not counted among those that the operator ends, nor is one whose days are over', async () => {
    const counting = await startTestApp({ environment: { SESSION_IDLE_HOURS: '72', SESSION_DAYS: '7' } })
    onTestFinished(() => counting.close())
    const users = [await counting.user(), await counting.user()]
    await counting.clock.advance(72 * HOUR_MS)
    const again = async () => {
      const form = { username: users[0]?.email ?? '', password: TEST_PASSWORD }
      await counting.request('POST', login.path, { form })
    }
    const { db, clock } = counting
    const endOf = (accountId: string) =>
      db.transaction(loginScope(), (tx) => endSessionsOf(tx, { accountId, now: clock.now() }))

    await again()
    expect(await endOf(users[0]?.userId ?? '')).toBe(1)
    expect(await endOf(users[1]?.userId ?? '')).toBe(0)
    await counting.user()
    await counting.clock.advance(72 * HOUR_MS)
    await again()
    expect(await endEverySession(counting)).toBe(1)
    await counting.user()
    await counting.clock.advance(7 * 24 * HOUR_MS)
    expect(await endEverySession(counting)).toBe(0)
  })

  test('goes on while it is used, and ends when its days are over', async () => {
    const user = await app.user()
    for (let hours = 0; hours + 71 < 7 * 24; hours += 71) {
      await app.clock.advance(71 * HOUR_MS)
      expect(await statusOf(user)).toBe(200)
    }
    await app.clock.advance((7 * 24 - 2 * 71) * HOUR_MS)
    expect(await statusOf(user)).toBe(401)
  })

  test('goes on for all its hours from the last of many uses at the same moment', async () => {
    const user = await app.user()
    await app.clock.advance(50 * HOUR_MS)
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => statusOf(user))))).toEqual(new Set([200]))
    await app.clock.advance(71 * HOUR_MS)

    expect(await statusOf(user)).toBe(200)
  })
})

test('the list says from which network a session was opened and when it was last used, to five minutes', async () => {
  const { email } = await app.user()
  const [near, far] = [
    createTestClient(app.app, await signIn(email, '203.0.113.77')),
    createTestClient(app.app, await signIn(email, '2001:db8:17:9::1')),
  ]
  const openedAt = app.clock.now().toISOString()
  await app.clock.advance(4 * MINUTE_MS)
  expect(await ownSession(near)).toMatchObject({ network: '203.0.113.x', last_used_at: openedAt })
  await app.clock.advance(MINUTE_MS)

  const usedAt = app.clock.now().toISOString()
  expect(await ownSession(far)).toMatchObject({ network: '2001:db8:17::/48', last_used_at: usedAt })
})

test('of fifty who end one session at the same moment, one succeeds, and its use meanwhile keeps it from nothing', async () => {
  const user = await app.user()
  const ending = createTestClient(app.app, await signIn(user.email))
  const { id = '' } = (await ownSession(user)) ?? {}
  await app.clock.advance(HOUR_MS)
  const uses = Array.from({ length: 50 }, () => statusOf(user))
  const ends = Array.from({ length: 50 }, () => ending.ask(endOwnSession, { params: { id } }))
  const [statuses, replies] = [await Promise.all(uses), await Promise.all(ends)]

  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(49)
  expect(statuses.every((status) => status === 200 || status === 401)).toBe(true)
  expect(await statusOf(user)).toBe(401)
  expect(await statusOf(ending)).toBe(200)
})

async function signIn(username: string, from?: string): Promise<string> {
  const form = { username, password: TEST_PASSWORD }
  const { body } = await app.request('POST', login.path, { form, ...(from !== undefined && { from }) })
  return (body as { access_token: string }).access_token
}
