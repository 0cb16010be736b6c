// Also on the embedded database: whoever asks outside a scope sees every organization there.
import { me } from '@leadlight/contract/accounts'
import {
  createOrganization,
  getCredits,
  getOrganization,
  getOrganizationById,
  getSubscription,
  updateOrganization,
} from '@leadlight/contract/organization'
import { createInvite } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMembership } from '../members/memberships.ts'
import { accountScope, loginScope, organizationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const PATH = '/api/v1/organization'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '250.5' } })
})
afterAll(() => app.close())

describe('creating an organization', () => {
  test('makes the caller its admin, with the month’s credits and the included plan', async () => {
    const user = await app.user()
    const made = await user.call(createOrganization, { body: { name: '  Harbour & Sons ' } })

    expect(made).toEqual({ id: expect.any(String), name: 'Harbour & Sons', created_at: '2026-11-02T09:00:00.000Z' })
    expect((await user.call(me)).organization_membership).toEqual({ organization_id: made.id, role: 'ADMIN' })
    expect(await user.call(getOrganization)).toEqual(made)
    expect(await user.call(getCredits)).toMatchObject({ credit_balance: 250.5, monthly_credits: 250.5 })
    expect(await user.call(getSubscription)).toMatchObject({ kind: 'included', cancel_at_period_end: false })
  })

  test('is refused to somebody who is already in one', async () => {
    const organization = await app.organization()
    const reply = await organization.request('POST', PATH, { body: { name: 'Second' } })

    expect(reply.problem()).toMatchObject({ status: 409, code: 'organization_already_joined' })
    expect(reply.problem().detail).toBe('You are in an organization already. Leave it before you create another.')
  })

  test('succeeds once of ten at the same moment, and the others leave nothing behind', async () => {
    const user = await app.user()
    const name = `Race of ${user.userId}`
    const replies = await Promise.all(Array.from({ length: 10 }, () => user.request('POST', PATH, { body: { name } })))
    const { rows } = await app.database.pool.query('select id from organization where name = $1', [name])

    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9)
    // Outside a scope the embedded database shows everything, PostgreSQL nothing.
    expect(rows).toHaveLength(app.database.kind === 'embedded' ? 1 : 0)
  })

  test.each([{}, { name: '' }, { name: '   ' }, { name: 'a'.repeat(101) }, { name: 7 }, { name: 'a\u0007b' }, []])(
    'refuses %j',
    async (body) => {
      const user = await app.user()
      const reply = await user.request('POST', PATH, { body })

      expect(reply.problem()).toMatchObject({ status: 422, code: 'invalid_request' })
      expect((await user.call(me)).organization_membership).toBeNull()
    },
  )
})

describe('an organization by its id', () => {
  const byId = (id: string) => `${PATH}/by-id/${id}`

  test.each(['ADMIN', 'MEMBER', 'GUEST'] as const)('is shown to its members: %s', async (role) => {
    const organization = await app.organization({ role })
    const found = await organization.call(getOrganizationById, { params: { id: organization.organizationId } })
    expect(found).toEqual(await organization.call(getOrganization))
  })

  test('is a 404 to everybody else, exactly like a missing one', async () => {
    const foreign = await app.organization()
    for (const asking of [await app.organization(), await app.user()]) {
      const [theirs, none] = await Promise.all(
        [foreign.organizationId, crypto.randomUUID()].map(async (id) => ({
          ...(await asking.request('GET', byId(id))).problem(),
          request_id: '',
        })),
      )
      expect(theirs).toMatchObject({ status: 404, code: 'organization_not_found' })
      expect(theirs).toEqual(none)
    }
  })

  test('is shown to a super admin of another', async () => {
    const [foreign, asking] = [await app.organization(), await app.organization({ role: 'SUPER_ADMIN' })]
    const found = await asking.call(getOrganizationById, { params: { id: foreign.organizationId } })

    expect(found).toEqual(await foreign.call(getOrganization))
    expect((await asking.request('GET', byId(crypto.randomUUID()))).problem()).toMatchObject({ status: 404 })
    expect((await asking.request('GET', byId('mine'))).status).toBe(422)
  })
})

describe('renaming an organization', () => {
  test('is for its admins alone', async () => {
    const organization = await app.organization()
    const foreign = await organization.foreign()
    const renamed = await organization.call(updateOrganization, { body: { name: ' Lantern ' } })

    expect(renamed).toMatchObject({ id: organization.organizationId, name: 'Lantern' })
    expect(await organization.call(getOrganization)).toEqual(renamed)
    expect((await foreign.call(getOrganization)).name).toBe(`Firm of ${foreign.email}`)
    const member = await organization.member('MEMBER')
    expect((await member.request('PATCH', PATH, { body: { name: 'x' } })).problem()).toMatchObject({ status: 403 })
    expect((await organization.request('PATCH', PATH, { body: { name: ' ' } })).problem()).toMatchObject({
      status: 422,
    })
  })
})

describe('without an organization', () => {
  test('reading it gets 404 with the words that the web expects', async () => {
    const reply = await (await app.user()).request('GET', PATH)

    expect(reply.problem()).toMatchObject({
      status: 404,
      code: 'organization_not_found',
      detail: 'Organization not found',
    })
  })

  test.each(['/api/v1/project', `${PATH}/credits`, `${PATH}/subscription`])('%s is forbidden', async (path) => {
    const reply = await (await app.user()).request('GET', path)

    expect(reply.problem()).toMatchObject({ status: 403, code: 'organization_required' })
  })

  test.each(['GET', 'POST'])('%s needs a session', async (method) => {
    expect((await app.request(method, PATH, { body: method === 'POST' ? { name: 'x' } : undefined })).status).toBe(401)
  })
})

describe('the database', () => {
  test('shows an account only its own membership', async () => {
    const [mine, theirs] = [await app.organization(), await app.organization()]
    const seen = (asked: string) => app.db.transaction(accountScope(mine.userId), (tx) => findMembership(tx, asked))

    expect(await seen(mine.userId)).toEqual({ organizationId: mine.organizationId, role: 'ADMIN' })
    expect(await seen(theirs.userId)).toBeUndefined()
  })

  test.each(['organization', 'membership', 'invite', 'invite_mail', 'credit_account', 'credit_entry'])(
    'shows a query without a tenant nothing of %s, and one of a tenant only its own',
    async (table) => {
      const organization = await app.organization()
      const foreign = await organization.foreign()
      for (const tenant of [organization, foreign]) {
        await tenant.call(createInvite, { body: { email: `invited-to-see-${table}@example.com`, role: 'MEMBER' } })
      }
      const key = table === 'organization' ? sql.ref('id') : sql.ref('organization_id')
      const owners = async (scope: ReturnType<typeof loginScope>) => {
        const query = sql<{ owner: string }>`select distinct ${key} as owner from ${sql.table(table)}`
        return (await app.db.transaction(scope, (tx) => query.execute(tx))).rows.map((row) => row.owner)
      }

      expect(await owners(loginScope())).toEqual([])
      expect(await owners(organizationScope(organization.organizationId))).toEqual([organization.organizationId])
    },
  )

  test('refuses a membership written into another tenant', async () => {
    const [organization, user] = [await app.organization(), await app.user()]
    const foreign = await organization.foreign()
    const write = app.db.transaction(organizationScope(organization.organizationId), (tx) =>
      sql`insert into membership values (${user.userId}, ${foreign.organizationId}, 'ADMIN', now())`.execute(tx),
    )

    await expect(write).rejects.toThrow(/row-level security/)
    expect((await user.call(me)).organization_membership).toBeNull()
  })

  test('gives an account no role that it wrote for itself', async () => {
    const member = await (await app.organization()).member('GUEST')
    await app.db.transaction(accountScope(member.userId), (tx) =>
      sql`update membership set role = 'SUPER_ADMIN' where account_id = ${member.userId}`.execute(tx),
    )

    expect((await member.call(me)).organization_membership?.role).toBe('GUEST')
  })
})
