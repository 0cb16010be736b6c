import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startBackup, type RunningBackup } from '@leadlight/testing/run-backup'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import type { DatabaseOptions } from '../database.ts'

const where = await createTestDatabase()

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-interrupted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function connect({ databaseUrl }: DatabaseOptions): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

interface Held extends RunningBackup {
  /** Another connection, with the same role. */
  client: Client
  /** The server's process that the backup waits for. */
  pid: number
  /** Lets the backup go on. */
  release: () => Promise<unknown>
}

/** Starts a backup and stops it halfway, where it waits for a table that another connection has locked. */
async function holdBackup(file: string): Promise<Held> {
  const [holder, client] = [await connect(where), await connect(where)]
  await holder.query('begin; lock table post in access exclusive mode')
  const running = startBackup(where, file)
  const { pid } = await until(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%dump_rows%'`,
    )
    return rows[0]
  })
  return { ...running, client, pid, release: () => holder.query('rollback') }
}

test('a backup whose connection the server ends says so, leaves nothing and keeps the older file', async () => {
  const folder = newFolder()
  const file = join(folder, 'saved.gz')
  writeFileSync(file, 'an older one')
  const { ended, client, pid } = await holdBackup(file)
  expect(readdirSync(folder)).toHaveLength(2)
  await client.query('select pg_terminate_backend($1)', [pid])

  expect(await ended).toEqual({
    code: 1,
    out: '',
    err: 'The connection to the database ended (terminating connection due to administrator command) before everything was saved, and nothing of it was kept. Run it again.\n',
  })
  expect(readdirSync(folder)).toEqual(['saved.gz'])
  expect(readFileSync(file, 'utf8')).toBe('an older one')
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a backup stopped by %s says so and leaves nothing',
  async (signal) => {
    const folder = newFolder()
    const { ended, child } = await holdBackup(join(folder, 'saved.gz'))
    expect(readdirSync(folder)).toHaveLength(1)
    child.kill(signal)

    const err = `Stopped by ${signal} before the end; nothing was kept of what had been done.\n`
    expect(await ended).toEqual({ code: 1, out: '', err })
    expect(readdirSync(folder)).toEqual([])
  },
)

test('the files of a killed backup are cleared away by the next one in the folder', async () => {
  const folder = newFolder()
  const { ended, child, release } = await holdBackup(join(folder, 'saved.gz'))
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(folder)).toEqual(['saved.gz.leadlight-part'])
  // Drafts of earlier versions, and a file of somebody else's.
  writeFileSync(join(folder, 'leadlight-2026-01-02T03-04-05.backup.gz.part'), 'half')
  writeFileSync(join(folder, 'film.part'), 'half')
  await release()

  const { code, out } = await startBackup(where, join(folder, 'next.gz')).ended
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Saved \d+ rows/) })
  expect(readdirSync(folder).toSorted()).toEqual(['film.part', 'next.gz', 'next.gz.erased.json'])
  expect(statSync(join(folder, 'next.gz')).mode & 0o777).toBe(0o600)
})

test('a second backup in the folder leaves a waiting one alone, and cannot have its file', async () => {
  const folder = newFolder()
  const file = join(folder, 'saved.gz')
  const { ended, release } = await holdBackup(file)
  expect(await startBackup(where, file).ended).toEqual({
    code: 1,
    out: '',
    err: 'Another backup to saved.gz is being written; wait for it, or name another file.\n',
  })
  await release()
  expect(await ended).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(folder).toSorted()).toEqual(['saved.gz', 'saved.gz.erased.json'])
})
