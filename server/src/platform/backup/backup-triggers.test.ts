import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { buildProspects } from '@leadlight/testing/prospect-builder'
import { startTestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { systemClock } from '../clock.ts'
import { openDatabase, type Database } from '../database.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const WRITTEN_BY_TRIGGERS = ['public.profile_look', 'public.company_site']

async function save({ pool }: Database, file: string) {
  const client = await pool.connect()
  try {
    return await writeBackup(client, file, { clock: systemClock })
  } finally {
    client.release()
  }
}

test('rows that triggers wrote are restored as they were saved, and the triggers work afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-triggers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const site = await mintLeadSite(app)
  await buildProspects(app, site, { count: 40, signalIds: [site.signalId], now: app.clock.now() })
  const saved = await save(app.database, join(folder, 'first.backup.gz'))
  for (const table of WRITTEN_BY_TRIGGERS) {
    expect(saved.find((sum) => sum.table === table)?.rows).toBeGreaterThan(0)
  }

  const to = await openDatabase(await createTestDatabase())
  onTestFinished(() => to.close())
  expect(await restoreBackup(to, join(folder, 'first.backup.gz'), { replace: false })).toEqual(saved)
  const disabled = `select tgname from pg_trigger where tgenabled <> 'O'`
  expect((await to.pool.query(disabled)).rows).toEqual([])
})
