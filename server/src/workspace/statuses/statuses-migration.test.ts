// Also on the embedded database: its data is migrated too.
import { DEFAULT_LEAD_STATUSES, DEFAULT_PROSPECT_STATUSES } from '@leadlight/domain/statuses'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/migrate.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { selectStatuses } from './status-store.ts'

/** The last version without statuses. */
const BEFORE = 15

const database = await openTestDatabase()

test('projects from before there were statuses get those of a new project', async () => {
  const { db, pool } = database
  await pool.query('drop schema public cascade; create schema public')
  await migrate(database, { upTo: BEFORE })
  const organizations = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of organizations) {
    await db.transaction(organizationScope(id), async (tx) => {
      await sql`insert into organization (id, name, created_at) values (${id}, 'One', now())`.execute(tx)
      await sql`insert into project (id, organization_id, name, created_at, updated_at)
        values (${id}, ${id}, 'One', now(), now())`.execute(tx)
    })
  }
  await migrate(database)

  for (const id of organizations) {
    const [leads, prospects] = await db.transaction(organizationScope(id), async (tx) => [
      await selectStatuses(tx, id, { projectId: id, kind: 'lead' }),
      await selectStatuses(tx, id, { projectId: id, kind: 'prospect' }),
    ])
    expect(leads).toMatchObject(DEFAULT_LEAD_STATUSES.map((status, position) => ({ ...status, position })))
    expect(prospects).toMatchObject(DEFAULT_PROSPECT_STATUSES.map((status, position) => ({ ...status, position })))
  }
  const stranger = organizationScope(crypto.randomUUID())
  expect(await db.read(stranger, sql`select id from project`)).toEqual([])
  expect(await db.read(stranger, sql`select id from lead_status`)).toEqual([])
})
