import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/migrate.ts'
import { organizationScope, retentionScope } from '../../platform/scopes.ts'
import { openTestDatabase } from '@leadlight/testing/test-database'

const database = await openTestDatabase()
const { db, pool } = database

/** The last schema version in which posts were kept for good. */
const BEFORE = 18
const HOUR_MS = 3_600_000

test('what was kept before the upgrade is known by whose lead it is, and its days begin to count now', async () => {
  await pool.query('drop schema public cascade; create schema public')
  await migrate(database, { upTo: BEFORE })
  const [post, lead] = [crypto.randomUUID(), crypto.randomUUID()]
  await pool.query(
    `insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
     values ($1, 'feed', '1', 'post', '', '', now() - interval '1 year', now() - interval '1 year')`,
    [post],
  )
  const places = [1, 2].map(() => ({ organizationId: crypto.randomUUID(), projectId: crypto.randomUUID() }))
  for (const { organizationId, projectId } of places) {
    await db.transaction(organizationScope(organizationId), async (tx) => {
      await sql`insert into organization (id, name, created_at) values (${organizationId}, 'One', now())`.execute(tx)
      await sql`insert into project (id, organization_id, name, created_at, updated_at)
        values (${projectId}, ${organizationId}, 'One', now(), now())`.execute(tx)
      await sql`insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
          excerpt_evidence, score, signal_ids, posted_at, collected_at)
        values (${organizationId === places[0]?.organizationId ? lead : crypto.randomUUID()}, ${organizationId}, ${projectId},
          ${post}, 'feed', '', '', '', '[]', 70, '{}', now(), now())`.execute(tx)
    })
  }

  await migrate(database)
  const held = await db.read(
    retentionScope(),
    sql<{ organizationId: string }>`
      select organization_id as "organizationId" from post_lead where post_id = ${post} order by 1`,
  )
  expect(held.map(({ organizationId }) => organizationId)).toEqual(
    places.map(({ organizationId }) => organizationId).toSorted(),
  )
  const { rows } = await pool.query<{ seen_at: Date; checked_at: Date }>('select seen_at, checked_at from post')
  expect(Date.now() - rows[0]!.seen_at.getTime()).toBeLessThan(HOUR_MS)
  expect(Date.now() - rows[0]!.checked_at.getTime()).toBeLessThan(HOUR_MS)
  await expect(pool.query('delete from post where id = $1', [post])).rejects.toThrow(/post_lead/u)
  expect(await database.checkReady()).toEqual({ ready: true })
})
