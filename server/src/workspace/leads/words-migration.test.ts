// Also on the embedded database: its data is migrated too.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase, type Database } from '../../platform/database.ts'
import { migrate } from '../../platform/migrate.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { createTestDatabase, openTestDatabase } from '@leadlight/testing/test-database'

const database = await openTestDatabase()
const { db, pool } = database

/** The last version in which every lead had words of its own. */
const BEFORE = 7

const POST = crypto.randomUUID()
const folder = mkdtempSync(join(tmpdir(), 'leadlight-words-'))
const backup = join(folder, 'before.backup.gz')

/** An organization with one lead of the post, as that version stored it. */
async function buildLead(lead: { words: string; collectedAt: string }): Promise<void> {
  const [organization, project, id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await db.transaction(organizationScope(organization), async (tx) => {
    await sql`insert into organization (id, name, created_at) values (${organization}, 'One', now())`.execute(tx)
    await sql`insert into project (id, organization_id, name, created_at, updated_at)
      values (${project}, ${organization}, 'One', now(), now())`.execute(tx)
    await sql`insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
        excerpt_evidence, score, signal_ids, posted_at, collected_at)
      values (${id}, ${organization}, ${project}, ${POST}, 'feed', '', '', '', '[]', 70, '{}', now(), ${lead.collectedAt})`.execute(
      tx,
    )
    await sql`insert into lead_text (lead_id, organization_id, project_id, words)
      values (${id}, ${organization}, ${project}, to_tsvector('english', ${lead.words}))`.execute(tx)
  })
}

async function expectWords(where: Database): Promise<void> {
  const { rows } = await where.pool.query('select post_id, words::text from post_words')
  expect(rows).toEqual([{ post_id: POST, words: "'airship':2" }])
  const stranger = organizationScope(crypto.randomUUID())
  expect(await where.db.read(stranger, sql`select id from lead`)).toEqual([])
  expect(await where.checkReady()).toEqual({ ready: true })
}

beforeAll(async () => {
  await pool.query('drop schema public cascade; create schema public')
  await migrate(database, { upTo: BEFORE })
  await pool.query(
    `insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
     values ($1, 'feed', '1', 'post', '', '', now(), now()), (gen_random_uuid(), 'feed', '2', 'post', '', '', now(), now())`,
    [POST],
  )
  await buildLead({ words: 'a zeppelin', collectedAt: '2026-10-01T00:00:00Z' })
  await buildLead({ words: 'an airship', collectedAt: '2026-10-03T00:00:00Z' })
  await buildLead({ words: 'a balloon', collectedAt: '2026-10-02T00:00:00Z' })
  const client = await pool.connect()
  await writeBackup(client, backup, { clock: systemClock }).finally(() => client.release())
  return () => rmSync(folder, { recursive: true })
})

test('the words of all leads are migrated, once a post and as last seen, and leads stay separate', async () => {
  await migrate(database)
  await expectWords(database)
})

test('a backup made before is migrated the same way', async () => {
  const other = await openDatabase(await createTestDatabase())
  onTestFinished(() => other.close())
  await restoreBackup(other, backup, { replace: true })
  await expectWords(other)
})
