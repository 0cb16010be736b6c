import { confirmEmailChange, getUserToken, me, verify as verifyAddress } from '@leadlight/contract/accounts'
import { createOrganization } from '@leadlight/contract/organization'
import { acceptTokenizedInvite, createInvite, listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountTokens } from '../accounts/account-tokens.ts'
import { findOwnCredentials } from '../accounts/credential-store.ts'
import { accountScope, loginScope, operatorScope, organizationScope } from '../../platform/scopes.ts'
import { invitedToken } from '@leadlight/testing/invites'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestUser } from '@leadlight/testing/test-organization'
import { raiseSuperAdmin, raiseSuperAdmins } from './raise-super-admin.ts'

const LISTED = [
  'rosa@example.com',
  'tom@example.com',
  'una@example.com',
  'vic@example.com',
  'wim@example.com',
  'xen@example.com',
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { SUPER_ADMIN_EMAILS: `${LISTED.join(',')},nobody@example.com` } })
})
afterAll(() => app.close())

const verify = (user: TestUser) =>
  app.db.transaction(loginScope(), (tx) =>
    sql`update account set is_verified = true where id = ${user.userId}`.execute(tx),
  )
const found = (user: TestUser) => user.call(createOrganization, { body: { name: `Firm of ${user.email}` } })
const roleOf = async (user: TestUser) => (await user.call(me)).organization_membership?.role
const raisings = async (user: TestUser) =>
  (await user.call(listAuditLog, { query: { action: 'operator.super-admin-emails' } })).items.filter(
    ({ target }) => target['user_id'] === user.userId,
  )
const dependencies = () => ({ ...app.dependencies, superAdminEmails: app.config.superAdminEmails })

test('a listed user with a proved address becomes a super admin of the organization they create', async () => {
  const user = await app.user('rosa@example.com')
  await verify(user)
  await found(user)

  expect(await roleOf(user)).toBe('SUPER_ADMIN')
  expect(await raisings(user)).toMatchObject([{ action: 'operator.super-admin-emails', actor_id: null }])
  expect((await user.call(getUserToken, { query: { email: (await app.user()).email } })).token).toMatch(/\./)
})

test('a listed user becomes one when their address is verified, not before', async () => {
  const user = await app.user('tom@example.com')
  await found(user)
  await raiseSuperAdmin(dependencies(), user.userId)
  const before = await roleOf(user)
  const token = await createAccountTokens(app.dependencies).signVerification({ id: user.userId, email: user.email })
  const verified = await user.call(verifyAddress, { body: { token } })
  const { items } = await user.call(listAuditLog, { query: { action: 'operator.super-admin-emails' } })

  expect([before, verified.organization_membership?.role, await roleOf(user)]).toEqual([
    'ADMIN',
    'SUPER_ADMIN',
    'SUPER_ADMIN',
  ])
  expect(items).toMatchObject([{ actor_id: null, target: { user_id: user.userId } }])
})

test('a user becomes one by changing to a listed address', async () => {
  const user = await app.user()
  await found(user)
  const credentials = await app.db.transaction(loginScope(), (tx) => findOwnCredentials(tx, user.userId))
  const token = await createAccountTokens(app.dependencies).signEmailChange(credentials!, 'xen@example.com')
  const changed = await user.call(confirmEmailChange, { body: { token } })

  expect(changed.organization_membership?.role).toBe('SUPER_ADMIN')
})

test('a listed user becomes one by accepting an invite, whose link verifies the address', async () => {
  const owner = await app.organization()
  await owner.call(createInvite, { body: { email: 'wim@example.com', role: 'MEMBER' } })
  const user = await app.user('wim@example.com')
  const t = await invitedToken(app, user.email)
  await user.call(acceptTokenizedInvite, { query: { t } })

  expect(await roleOf(user)).toBe('SUPER_ADMIN')
})

test('every listed user becomes one at the next start; nobody else does', async () => {
  const [listed, unverified, other] = [
    await app.user('una@example.com'),
    await app.user('vic@example.com'),
    await app.user(),
  ]
  for (const user of [listed, unverified, other]) await found(user)
  for (const user of [listed, other]) await verify(user)
  await raiseSuperAdmins(dependencies())
  await raiseSuperAdmins(dependencies())

  expect([await roleOf(listed), await roleOf(unverified), await roleOf(other)]).toEqual([
    'SUPER_ADMIN',
    'ADMIN',
    'ADMIN',
  ])
  expect(await raisings(listed)).toMatchObject([{ action: 'operator.super-admin-emails', actor_id: null }])
})

test.each(['membership', 'credit_account'])('the operator’s scope reads every %s and writes none', async (table) => {
  const [one, two] = [await app.organization(), await app.organization()]
  const read = sql<{ id: string }>`select organization_id as id from ${sql.table(table)}`
  const seen = async (scope: ReturnType<typeof operatorScope>) =>
    (await app.db.transaction(scope, (tx) => read.execute(tx))).rows.map(({ id }) => id)
  const remove = await app.db.transaction(operatorScope(), (tx) => sql`delete from ${sql.table(table)}`.execute(tx))

  expect(await seen(operatorScope())).toEqual(expect.arrayContaining([one.organizationId, two.organizationId]))
  expect(await seen(organizationScope(one.organizationId))).not.toContain(two.organizationId)
  expect(await seen(accountScope(one.userId))).not.toContain(two.organizationId)
  expect(remove.numAffectedRows).toBe(0n)
})
