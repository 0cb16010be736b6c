import { getUserToken, me, updateName } from '@leadlight/contract/accounts'
import { createOrganization } from '@leadlight/contract/organization'
import {
  confirmSecondFactor,
  linkGoogle,
  removeSecondFactor,
  startSecondFactor,
  unlinkGoogle,
} from '@leadlight/contract/own-account'
import { listAuditLog } from '@leadlight/contract/team'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRole } from '../../core/members/memberships.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, type TestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestOrganization } from '@leadlight/testing/test-organization'

const HOUR_MS = 60 * 60 * 1000

let app: TestApp
let superAdmin: TestOrganization
beforeAll(async () => {
  app = await startTestApp()
  superAdmin = await app.organization({ role: 'SUPER_ADMIN' })
})
afterAll(() => app.close())

const ask = (who: TestClient, email: string) =>
  who.request('POST', `${getUserToken.path}?${new URLSearchParams({ email }).toString()}`)

async function seeAs(email: string, who: TestClient = superAdmin): Promise<TestClient> {
  const { token } = await who.call(getUserToken, { query: { email } })
  return createTestClient(app.app, token)
}

const sql = (text: string, values: unknown[], organizationId = superAdmin.organizationId) =>
  app.db.transaction(organizationScope(organizationId), (tx) =>
    tx.executeQuery({ sql: text, parameters: values } as never),
  )

test('a super admin sees the product as a user of another organization, and is named', async () => {
  const user = await (await app.organization()).member('GUEST')
  const seen = await seeAs(user.email.toUpperCase())

  expect(await seen.call(me)).toEqual({ ...(await user.call(me)), impersonated_by: superAdmin.email })
  expect(await seen.call(updateName, { query: { first_name: 'Ada', last_name: '' } })).toMatchObject({
    first_name: 'Ada',
    impersonated_by: superAdmin.email,
  })
  expect((await user.call(me)).impersonated_by).toBeNull()
})

test('an impersonation ends after an hour', async () => {
  const started = app.clock.now()
  const seen = await seeAs((await app.user()).email)
  await app.clock.advance(HOUR_MS - 1000)
  const before = await seen.request('GET', me.path)
  await app.clock.advance(1000)
  const after = await seen.request('GET', me.path)
  await app.clock.set(started)

  expect([before.status, after.status]).toEqual([200, 401])
})

test('the user’s admins read in their own log that it began and what was done to the account', async () => {
  const organization = await app.organization()
  const user = await organization.member('MEMBER')
  const seen = await seeAs(user.email)
  await seen.call(updateName, { query: { first_name: 'Ada', last_name: '' } })
  const { items } = await organization.call(listAuditLog)

  expect(items.filter(({ impersonator }) => impersonator !== null)).toMatchObject([
    { action: 'updateName', actor_id: user.userId, impersonator: superAdmin.email },
  ])
  expect(items.filter(({ action }) => action === 'operator.see-as')).toMatchObject([
    { target: { user_id: user.userId, impersonator_id: superAdmin.userId } },
  ])
})

test('the server log names the super admin and the user', async () => {
  const user = await app.user()
  await seeAs(user.email)
  const fields = app.log.lines.map((line) => line.fields)

  expect(fields).toContainEqual(expect.objectContaining({ impersonatorId: superAdmin.userId, userId: user.userId }))
})

describe('impersonation is refused', () => {
  test.each(['ADMIN', 'MEMBER', 'GUEST'] as const)('to a %s, whether the address is known or not', async (role) => {
    const organization = await app.organization()
    const member = await organization.member(role)

    for (const email of [superAdmin.email, organization.email, 'nobody@example.com']) {
      expect((await ask(member, email)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    }
  })

  test('of another super admin or oneself', async () => {
    const other = await app.organization({ role: 'SUPER_ADMIN' })

    for (const email of [other.email, superAdmin.email]) {
      expect((await ask(superAdmin, email)).problem()).toMatchObject({ status: 403, code: 'impersonation_refused' })
    }
  })

  test('of an address that nobody has', async () => {
    expect((await ask(superAdmin, 'nobody@example.com')).problem()).toMatchObject({
      status: 404,
      code: 'user_not_found',
      detail: 'Nobody has an account with the address nobody@example.com.',
    })
  })

  test('to an impersonated user', async () => {
    const admin = await app.organization()
    const seen = await seeAs(admin.email)

    expect((await ask(seen, (await app.user()).email)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
  })

  test('to a stranger', async () => {
    expect((await ask(app, superAdmin.email)).status).toBe(401)
  })
})

test.each([
  { call: linkGoogle, body: { password: TEST_PASSWORD } },
  { call: unlinkGoogle, body: { password: TEST_PASSWORD } },
  { call: startSecondFactor, body: { password: TEST_PASSWORD } },
  { call: confirmSecondFactor, body: { code: '123456' } },
  { call: removeSecondFactor, body: { password: TEST_PASSWORD, code: '123456' } },
])('an impersonator may not call $call.name', async ({ call, body }) => {
  const seen = await seeAs((await app.user()).email)
  const reply = await seen.request('POST', call.path, { body })

  expect(reply.problem()).toMatchObject({ status: 403, code: 'impersonation_refused' })
})

describe('an impersonation ends at once when', () => {
  const superAdminToLose = () => app.organization({ role: 'SUPER_ADMIN' })
  const status = async (seen: TestClient) => (await seen.request('GET', me.path)).status

  test('the super admin loses the role', async () => {
    const [looker, user] = [await superAdminToLose(), await app.user()]
    const [seen, kept] = [await seeAs(user.email, looker), await seeAs(user.email)]
    await app.db.transaction(organizationScope(looker.organizationId), (tx) =>
      setRole(tx, looker.organizationId, looker.userId, 'ADMIN'),
    )

    expect([await status(seen), await status(kept), await status(user)]).toEqual([401, 200, 200])
  })

  test('the super admin signs out everywhere, which an impersonator cannot do for the user', async () => {
    const boss = await app.organization({ role: 'SUPER_ADMIN' })
    const user = await app.user()
    const seen = await seeAs(user.email, boss)
    const refused = await seen.request('POST', '/users_info/sign_out_everywhere')
    await boss.request('POST', '/users_info/sign_out_everywhere')

    expect(refused.problem()).toMatchObject({ status: 403, code: 'impersonation_refused' })
    expect((await seen.request('GET', me.path)).status).toBe(401)
    expect((await user.request('GET', me.path)).status).toBe(200)
  })

  test('the super admin leaves their organization', async () => {
    const looker = await superAdminToLose()
    const seen = await seeAs((await app.user()).email, looker)
    await sql('delete from membership where account_id = $1', [looker.userId], looker.organizationId)

    expect(await status(seen)).toBe(401)
  })

  test('the super admin’s organization is deleted', async () => {
    const looker = await superAdminToLose()
    const seen = await seeAs((await app.user()).email, looker)
    await sql('delete from organization where id = $1', [looker.organizationId], looker.organizationId)

    expect(await status(seen)).toBe(401)
  })

  test('the super admin’s account is deleted', async () => {
    const looker = await superAdminToLose()
    const seen = await seeAs((await app.user()).email, looker)
    await sql('delete from account where id = $1', [looker.userId])

    expect(await status(seen)).toBe(401)
  })

  test('the user becomes a super admin', async () => {
    const organization = await app.organization()
    const seen = await seeAs(organization.email)
    await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
      setRole(tx, organization.organizationId, organization.userId, 'SUPER_ADMIN'),
    )

    expect([await status(seen), await status(organization)]).toEqual([401, 200])
  })

  test('but not when the super admin is given the same role again', async () => {
    const looker = await superAdminToLose()
    const seen = await seeAs((await app.user()).email, looker)
    await app.db.transaction(organizationScope(looker.organizationId), (tx) =>
      setRole(tx, looker.organizationId, looker.userId, 'SUPER_ADMIN'),
    )

    expect(await status(seen)).toBe(200)
  })
})

test('no impersonation begun while the role is taken away survives', async () => {
  const looker = await app.organization({ role: 'SUPER_ADMIN' })
  const { email } = await app.user()
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, () => ask(looker, email)),
    app.db.transaction(organizationScope(looker.organizationId), (tx) =>
      setRole(tx, looker.organizationId, looker.userId, 'MEMBER'),
    ),
    ...Array.from({ length: 10 }, () => ask(looker, email)),
  ])
  const given = replies.flatMap((reply) => (reply && reply.status === 200 ? [reply.body as { token: string }] : []))
  const statuses = given.map(({ token }) => createTestClient(app.app, token).request('GET', me.path))

  for (const reply of await Promise.all(statuses)) expect(reply.status).toBe(401)
})

test('a super admin can act as somebody without an organization and create one for them', async () => {
  const user = await app.user()
  const seen = await seeAs(user.email)
  await seen.call(createOrganization, { body: { name: 'Made for them' } })

  expect((await user.call(me)).organization_membership?.role).toBe('ADMIN')
})
