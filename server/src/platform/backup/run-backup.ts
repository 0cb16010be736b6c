import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import type { Clock } from '../clock.ts'
import { openDatabase } from '../database.ts'
import { findLockOwner } from '../embedded/folder-lock.ts'
import type { Log } from '../log.ts'
import { backupConnection, embeddedConnection } from '../pools.ts'
import type { TableSum } from './dump-file.ts'
import { writeBackup } from './write-backup.ts'

export interface Source {
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  dataDir: string
  log: Log
  clock: Clock
  /** Aborts the backup or move, and leaves nothing of it. */
  signal?: AbortSignal | undefined
}

export interface BackupDone {
  path: string
  sums: TableSum[]
}

/** Backs up the installation to `file`, or to a new file under the data folder. The installation may be running. */
export async function runBackup(source: Source, file: string | undefined): Promise<BackupDone> {
  const path = resolve(file ?? defaultFile(source))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return { path, sums: await saveTo(source, path) }
}

async function saveTo(source: Source, path: string): Promise<TableSum[]> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir, clock } = source
  if (databaseDirectUrl !== undefined) return saveOver(new Client(backupConnection(databaseDirectUrl)), path, source)
  const holder = await findLockOwner(dataDir, clock)
  if (holder) return saveOver(new Client(embeddedConnection(holder.socketPath)), path, source)
  const database = await openDatabase({ ...source, poolMax: 1 })
  try {
    const client = await database.pool.connect()
    try {
      return await writeBackup(client, path, source)
    } finally {
      client.release()
    }
  } finally {
    await database.close()
  }
}

async function saveOver(client: Client, path: string, source: Source): Promise<TableSum[]> {
  // A lost connection fails the current or next statement; without a listener it would end the process.
  client.on('error', toldByStatement)
  await client.connect()
  const end = () => client.end()
  source.signal?.addEventListener('abort', end)
  try {
    return await writeBackup(client, path, source)
  } finally {
    source.signal?.removeEventListener('abort', end)
    await end()
  }
}

function toldByStatement(): void {}

function defaultFile({ dataDir, clock }: Source): string {
  const at = clock.now().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(dataDir, 'backups', `leadlight-${at}.backup.gz`)
}
