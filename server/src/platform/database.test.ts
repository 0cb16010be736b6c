// Also on the embedded database: its connections take turns.
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { organizationScope } from './scopes.ts'

const database = await openTestDatabase()

test('a fresh database is ready', async () => {
  expect(await database.checkReady()).toEqual({ ready: true })
})

test('a transaction knows its organization', async () => {
  const organizationId = '0192a000-0000-7000-8000-000000000001'
  const { rows } = await database.db.transaction(organizationScope(organizationId), (tx) =>
    sql`select app_organization_id() as id, app_scope() as scope, app_user_id() as "user"`.execute(tx),
  )
  expect(rows).toEqual([{ id: organizationId, scope: 'organization', user: null }])
})
