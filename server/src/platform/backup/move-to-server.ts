import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, type Database } from '../database.ts'
import type { WriteOptions } from './draft-file.ts'
import type { TableSum } from './dump-file.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Source } from './run-backup.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Copies the embedded database of `dataDir` to the empty PostgreSQL database at `databaseUrl`, and resolves with what
 * was copied. The embedded one must be stopped, so that nothing is written after the copy; it stays unchanged.
 */
export async function moveToServer(source: Source, databaseUrl: string): Promise<TableSum[]> {
  const { dataDir, log, clock, signal } = source
  const file = join(dataDir, 'moving.backup.gz')
  const from = await openDatabase({ dataDir, poolMax: 1, log, clock })
  try {
    const to = await openDatabase({ databaseUrl, dataDir, poolMax: 1, log, clock })
    try {
      await requireReadyRole(to)
      await save(from, file, source)
      return await restoreBackup(to, file, { replace: false, signal })
    } finally {
      await to.close()
    }
  } finally {
    await rm(file, { force: true })
    await from.close()
  }
}

async function requireReadyRole(to: Database): Promise<void> {
  const { reason = '' } = await to.checkReady()
  if (/superuser|BYPASSRLS/.test(reason)) throw new Error(reason)
}

async function save({ pool }: Database, file: string, options: WriteOptions): Promise<void> {
  const client = await pool.connect()
  try {
    await writeBackup(client, file, options)
  } finally {
    client.release()
  }
}
