// Also on the embedded database: there a read takes the tenant’s role by itself.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { accountScope, organizationScope } from './scopes.ts'

const { db, pool } = await openTestDatabase()
const MINE = '0192a000-0000-7000-8000-000000000001'
const THEIRS = '0192a000-0000-7000-8000-000000000002'
const scopeNow = sql<{ organization: string | null; account: string | null; scope: string | null }>`
  select app_organization_id() as organization, app_user_id() as account, app_scope() as scope`

describe('a read', () => {
  test('knows its scope, and leaves none on the connection', async () => {
    expect(await db.read(organizationScope(MINE), scopeNow)).toEqual([
      { organization: MINE, account: null, scope: 'organization' },
    ])
    expect(await db.read(accountScope(THEIRS), scopeNow)).toEqual([
      { organization: null, account: THEIRS, scope: 'account' },
    ])
    const { rows } = await pool.query('select app_organization_id() as organization, app_scope() as scope')
    expect(rows).toEqual([{ organization: null, scope: null }])
  })

  test('sees the rows of its organization and no others', async () => {
    for (const id of [MINE, THEIRS]) {
      await db.transaction(organizationScope(id), (tx) =>
        sql`insert into organization (id, name, created_at) values (${id}, 'One', now())`.execute(tx),
      )
    }
    const all = sql<{ id: string }>`select id from organization where name = ${'One'}`
    expect(await db.read(organizationScope(MINE), all)).toEqual([{ id: MINE }])
    expect(await db.read(accountScope(MINE), all)).toEqual([])
  })

  test('that fails is rejected, and its connection stays usable', async () => {
    const failing = [sql`select 1 / 0`, sql`select from nowhere`, sql`select ${'a'}::integer`]
    for (const statement of failing) {
      await expect(db.read(organizationScope(MINE), statement)).rejects.toThrow()
      expect(await db.read(organizationScope(THEIRS), scopeNow)).toMatchObject([{ organization: THEIRS }])
    }
    const { rows } = await pool.query<{ open: boolean }>('select now() <> statement_timestamp() as open')
    expect(rows).toEqual([{ open: false }])
  })

  test('keeps its scope apart from many at once', async () => {
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID())
    const seen = await Promise.all(ids.map((id) => db.read(organizationScope(id), scopeNow)))
    expect(seen.map(([row]) => row?.organization)).toEqual(ids)
  })

  test('inside a transaction is refused', async () => {
    const nested = db.transaction(organizationScope(MINE), () => db.read(organizationScope(MINE), scopeNow))
    await expect(nested).rejects.toThrow('A second transaction was opened inside an open transaction')
  })
})
