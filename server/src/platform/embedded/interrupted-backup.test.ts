import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startBackup } from '@leadlight/testing/run-backup'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase } from '../database.ts'

/** Enough for the backup to take a while. */
const POSTS = 40_000

test('a backup that is stopped says so, and leaves neither a file nor the folder locked', async () => {
  const where = await createTestDatabase()
  const database = await openDatabase(where)
  await database.pool.query(`insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
    select gen_random_uuid(), 'hn', n::text, 'story', 'https://x/' || n, repeat(md5(n::text), 40), now(), now()
    from generate_series(1, ${POSTS}) n`)
  await database.close()
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-stopped-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { child, ended } = startBackup(where, join(folder, 'saved.gz'))
  await until(() => readdirSync(folder).length > 0)
  child.kill('SIGTERM')

  const err = 'Stopped by SIGTERM before the end; nothing was kept of what had been done.\n'
  expect(await ended).toEqual({ code: 1, out: '', err })
  expect(readdirSync(folder)).toEqual([])
  expect(readdirSync(where.dataDir)).toEqual(['db'])
})
