import { updateName } from '@leadlight/contract/accounts'
import { getOrganization } from '@leadlight/contract/organization'
import { transferProject } from '@leadlight/contract/guests'
import { createInvite } from '@leadlight/contract/team'
import { deleteAccount } from '@leadlight/contract/own-account'
import { createIntentSignal } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { reserveCredits, settleReservation } from '../billing/ledger.ts'
import { departureScope, loginScope, organizationScope } from '../../platform/scopes.ts'
import { allMailsSent, mailTo, tokenIn } from '@leadlight/testing/mails'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'
import { TEST_PASSWORD, type TestOrganization, type TestUser } from '@leadlight/testing/test-organization'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const remove = (user: TestUser, body: object = { email: user.email, password: TEST_PASSWORD }) =>
  user.request('POST', deleteAccount.path, { body })
const isThere = async (user: TestUser) => (await user.request('GET', '/users_info/me')).status === 200

/** The columns that contain the words, over every schema but the system's and past every policy. */
async function findEverywhere(words: string[]): Promise<string[]> {
  const client = await app.database.pool.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; organization: string | null }>(`
      select format('%I.%I', t.table_schema, t.table_name) as name,
        (select column_name from information_schema.columns c where c.table_schema = t.table_schema
          and c.table_name = t.table_name and column_name = 'organization_id') as organization
      from information_schema.tables t
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['public.account', 'public.session', 'public.feedback', 'public.job']),
    )
    const found: string[] = []
    for (const { name } of tables) {
      const fenced = await client.query(`select from pg_class where oid = $1::regclass and relforcerowsecurity`, [name])
      // Forced policies bind the owner too, so they are suspended for this query.
      await client.query('begin')
      if (fenced.rows.length > 0) await client.query(`alter table ${name} no force row level security`)
      for (const word of words) {
        const query = `select count(*)::int as hits from ${name} as t where to_jsonb(t)::text ilike '%' || $1 || '%'`
        const { rows } = await client.query<{ hits: number }>(query, [word])
        // The audit log keeps ids, which by then lead nowhere.
        const isMereId = name === 'public.audit_entry' && UUID.test(word)
        if ((rows[0]?.hits ?? 0) > 0 && !isMereId) found.push(`${word} in ${name}`)
      }
      await client.query('rollback')
    }
    return found
  } finally {
    client.release()
  }
}

/** A bare id that leads nowhere may stay in the audit log, and in a finished job for an hour. */
async function findIds(ids: string[]): Promise<string[]> {
  const kept = ['public.audit_entry', 'public.job']
  return (await findEverywhere(ids)).filter((found) => !kept.some((table) => found.endsWith(` in ${table}`)))
}

/** Fills a user's data with words that occur nowhere else, by every way in which text gets there. Returns the words. */
async function canary(member: TestUser, name: string): Promise<string[]> {
  await member.call(updateName, { query: { first_name: `First${name}`, last_name: `Last${name}` } })
  await app.db.transaction(loginScope(), (tx) =>
    sql`update account set avatar_url = ${`https://pictures.example/Avatar${name}`} where id = ${member.userId}`.execute(
      tx,
    ),
  )
  await app.db.transaction(loginScope(), (tx) =>
    sql`insert into google_identity (subject, account_id, email, given_name, family_name, picture, linked_at)
      values (${`Subject${name}`}, ${member.userId}, ${`google${name}@example.com`}, ${`Given${name}`},
        ${`Family${name}`}, ${`https://pictures.example/${name}`}, now())`.execute(tx),
  )
  await member.request('POST', `/api/v1/feedback?feedback=Feedback${name}`)
  await member.request('POST', '/auth/jwt/login', {
    form: { username: member.email, password: TEST_PASSWORD },
    headers: { 'user-agent': `Agent${name}` },
  })
  await app.request('POST', '/auth/forgot-password', { body: { email: member.email } })
  const change = { email: `next${name}@example.com`, password: TEST_PASSWORD }
  await member.request('POST', '/users_info/change_email', { body: change })
  await member.request('POST', '/users_info/change_password', {
    body: { current_password: `Guess${name}`, password: `Guess${name}` },
  })
  await allMailsSent(app)
  return [name]
}

describe('deleting an account', () => {
  test('leaves nothing of the person in any table, and everything of the team', async () => {
    const organization = await app.organization()
    const project = await organization.project()
    const guest = await organization.member('GUEST', { projectIds: [project.id] })
    const words = [...(await canary(guest, 'Zqcanaryguest')), guest.email]
    const foreign = await organization.foreign()
    await foreign.call(createInvite, { body: { email: guest.email, role: 'MEMBER' } })
    const offered = await foreign.project()
    await foreign.call(transferProject, { params: { id: offered.id }, body: { email: guest.email } })
    const before = await findEverywhere([...words, guest.userId])

    expect((await remove(guest)).status).toBe(204)
    await allMailsSent(app)
    expect(before).toEqual(
      expect.arrayContaining([
        'Zqcanaryguest in public.account',
        'Zqcanaryguest in public.session',
        'Zqcanaryguest in public.feedback',
        'Zqcanaryguest in public.google_identity',
        `${guest.email} in public.invite`,
        `${guest.email} in public.project_transfer`,
        `${guest.userId} in public.membership`,
        `${guest.userId} in public.project_guest`,
      ]),
    )
    expect(await findEverywhere(words)).toEqual([])
    expect(await findIds([guest.userId])).toEqual([])
    expect(await isThere(guest)).toBe(false)
    expect((await organization.request('GET', `/api/v1/project/${project.id}`)).status).toBe(200)
  })

  test('deletes in other organizations only what is about this very account', async () => {
    const [foreign, organization] = [await app.organization(), await app.organization()]
    const member = await organization.member('MEMBER')
    for (const email of [member.email, 'somebody.else@example.com']) {
      await foreign.call(createInvite, { body: { email, role: 'MEMBER' } })
      const { id } = await foreign.project()
      await foreign.call(transferProject, { params: { id }, body: { email } })
    }
    const seen = async (query: string) =>
      app.db.transaction(departureScope(member.userId, null), (tx) =>
        sql<{ it: string }>`${sql.raw(query)}`.execute(tx),
      )

    expect((await seen('select account_id as it from membership')).rows).toEqual([{ it: member.userId }])
    for (const query of [
      'delete from invite returning email as it',
      'delete from project_transfer returning email as it',
    ]) {
      expect((await seen(query)).rows).toEqual([{ it: member.email }])
    }
    for (const table of ['organization', 'project', 'lead', 'credit_entry', 'audit_entry']) {
      expect((await seen(`select 'x' as it from ${table}`)).rows).toEqual([])
    }
  })

  test('mails the address, ends signing in, and frees the address', async () => {
    const user = await app.user('leaving@example.com')
    const again = { form: { username: user.email, password: TEST_PASSWORD } }
    await remove(user)

    expect(await mailTo(app, user.email, { subject: 'Your account was deleted' })).toBeDefined()
    expect((await app.request('POST', '/auth/jwt/login', again)).problem().code).toBe('LOGIN_BAD_CREDENTIALS')
    const body = { email: user.email, password: TEST_PASSWORD }
    expect((await app.request('POST', '/auth/register', { body })).status).toBe(201)
  })

  test('invalidates the links mailed to it', async () => {
    const user = await app.user()
    await app.request('POST', '/auth/forgot-password', { body: { email: user.email } })
    const toReset = tokenIn(await mailTo(app, user.email, { subject: 'Choose a new password' }))
    const toVerify = tokenIn(await mailTo(app, user.email, { subject: 'Confirm your email address' }))
    await remove(user)
    await app.request('POST', '/auth/register', { body: { email: user.email, password: TEST_PASSWORD } })
    const reset = { token: toReset, password: 'eight bells of harbour night' }

    expect((await app.request('POST', '/auth/verify', { body: { token: toVerify } })).status).toBe(400)
    expect((await app.request('POST', '/auth/reset-password', { body: reset })).status).toBe(400)
  })

  test('keeps the team’s ledger balanced, entry by entry', async () => {
    const organization = await app.organization()
    const member = await organization.member('MEMBER')
    const { organizationId } = organization
    const occasion = {
      what: 'Work',
      work: 'draft' as const,
      signalId: null,
      projectId: null,
      accountId: member.userId,
      role: null,
    }
    await app.db.transaction(organizationScope(organizationId), async (tx) => {
      await reserveCredits(tx, app.dependencies.ledger, organizationId, { key: 'work', amount: 5000, occasion })
      await settleReservation(tx, app.dependencies.ledger, organizationId, { key: 'work', used: 3000 })
    })
    const before = await ledgerOf(organization)
    await remove(member)

    expect(before.entries).toHaveLength(4)
    expect(await ledgerOf(organization)).toEqual(before)
    expect(before.entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(before.balance))
  })

  async function ledgerOf({ organizationId }: TestOrganization) {
    return app.db.transaction(organizationScope(organizationId), async (tx) => {
      const entries = await sql<{ amount: string }>`select * from credit_entry order by created_at, id`.execute(tx)
      const account = await sql<{ balance: string }>`select balance from credit_account`.execute(tx)
      return { entries: entries.rows, balance: account.rows[0]?.balance }
    })
  }

  test.each([
    { why: 'another address', body: { email: 'other@example.com', password: TEST_PASSWORD }, code: 'email_mismatch' },
    { why: 'a wrong password', body: { password: 'a wrong pass phrase' }, code: 'BAD_PASSWORD' },
    { why: 'no password', body: {}, code: 'BAD_PASSWORD' },
  ])('is refused with $why', async ({ body, code }) => {
    const user = await app.user()
    const reply = await remove(user, { email: user.email, ...body })

    expect(reply.problem()).toMatchObject({ status: 400, code })
    expect(await isThere(user)).toBe(true)
  })

  test('needs only the address of an account without a password', async () => {
    const user = await app.user()
    await app.db.transaction(loginScope(), (tx) =>
      sql`update account set password_hash = null where id = ${user.userId}`.execute(tx),
    )

    expect((await remove(user, { email: ` ${user.email.toUpperCase()} ` })).status).toBe(204)
    expect(await isThere(user)).toBe(false)
  })

  test.each(['joins', 'gets another password'] as const)('is refused if the user %s meanwhile', async (way) => {
    const [user, organization] = [await app.user(), await app.organization()]
    const { rateLimits } = app.dependencies
    // A right password gives its guess back just before the deletion; the change happens there.
    const giveBack = async (...counted: Parameters<typeof rateLimits.giveBack>) => {
      await rateLimits.giveBack(...counted)
      if (way === 'joins') await join(user, organization)
      else await app.database.pool.query(`update account set password_hash = 'x' where id = $1`, [user.userId])
    }
    const slow = buildApp({ ...app.dependencies, rateLimits: { ...rateLimits, giveBack } })
    const body = { email: user.email, password: TEST_PASSWORD }
    const reply = await createTestClient(slow, user.token).request('POST', deleteAccount.path, { body })

    expect(reply.problem()).toMatchObject({ status: 409, code: 'account_changed' })
    expect(await isThere(user)).toBe(true)
  })

  async function join(user: TestUser, { organizationId }: TestOrganization): Promise<void> {
    await app.db.transaction(organizationScope(organizationId), (tx) =>
      sql`insert into membership values (${user.userId}, ${organizationId}, 'ADMIN', now())`.execute(tx),
    )
  }

  test('is limited after ten wrong passwords', async () => {
    const user = await app.user()
    for (let i = 0; i < 10; i++) await remove(user, { email: user.email, password: `wrong pass phrase ${i}` })

    expect((await remove(user)).problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })
})

describe('an organization', () => {
  test('is deleted with its only person', async () => {
    const organization = await app.organization()
    const project = await organization.project()
    const body = { intent_signal: 'Zqsignalcanary asking for help', search_days: 30 }
    await organization.call(createIntentSignal, { params: { projectId: project.id }, body })
    const ids = [organization.organizationId, organization.userId]

    expect(await findEverywhere(['Zqsignalcanary'])).not.toEqual([])
    expect((await remove(organization)).status).toBe(204)
    await allMailsSent(app)
    expect(await findEverywhere(['Zqsignalcanary'])).toEqual([])
    expect(await findIds(ids)).toEqual([])
  })

  test('keeps its last admin while others are in it', async () => {
    for (const role of ['MEMBER', 'GUEST'] as const) {
      const organization = await app.organization()
      const other = await organization.member(role)
      const reply = await remove(organization)

      expect(reply.problem()).toMatchObject({ status: 409, code: 'last_admin' })
      expect(await isThere(organization)).toBe(true)
      expect((await remove(other)).status).toBe(204)
      expect((await remove(organization)).status).toBe(204)
    }
  })

  test.each(['ADMIN', 'SUPER_ADMIN'] as const)('lets an admin go while there is another %s', async (role) => {
    const organization = await app.organization()
    const other = await organization.member(role)

    expect((await remove(organization)).status).toBe(204)
    expect((await other.call(getOrganization)).id).toBe(organization.organizationId)
  })

  test('with others in it keeps one of two admins who go at the same moment', async () => {
    const organization = await app.organization()
    const [other, member] = [await organization.member('ADMIN'), await organization.member('MEMBER')]
    const replies = await Promise.all([remove(organization), remove(other)])

    expect(replies.map((reply) => reply.status).filter((status) => status === 204)).toHaveLength(1)
    expect(replies.find((reply) => reply.status !== 204)?.problem().code).toBe('last_admin')
    expect((await member.call(getOrganization)).id).toBe(organization.organizationId)
  })

  test('goes with the second of its only two people when both go at the same moment', async () => {
    const organization = await app.organization()
    const other = await organization.member('ADMIN')
    const replies = await Promise.all([remove(organization), remove(other)])

    expect(replies.map((reply) => reply.status)).toEqual([204, 204])
    expect(await findIds([organization.organizationId])).toEqual([])
  })
})
