import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '@leadlight/testing/start-program'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { systemClock } from './platform/clock.ts'
import { writeBackup } from './platform/backup/write-backup.ts'
import { openDatabase, type DatabaseOptions } from './platform/database.ts'
import { organizationScope } from './platform/scopes.ts'

const SECRET = 'a secret of some length, for tests'
const OTHER = 'another secret of some length, for tests'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function environmentOf({ databaseUrl, dataDir }: DatabaseOptions, secret: string): Record<string, string> {
  const database =
    databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, DATA_DIR: newFolder() }
  return { ...database, SECRET_KEY: secret }
}

/** Starts the installation, stops it, and resolves with how it ended. */
async function startOnce(on: DatabaseOptions, secret: string) {
  const { child, address, ended } = startProgram('main', environmentOf(on, secret))
  await address()
  child.kill('SIGTERM')
  return ended
}

/** A backup of an installation under the secret, with an organization. */
async function backUp(): Promise<string> {
  const on = await createTestDatabase()
  await startOnce(on, SECRET)
  const database = await openDatabase(on)
  const id = randomUUID()
  await database.db.transaction(organizationScope(id), (tx) =>
    sql`insert into organization (id, name, created_at) values (${id}, 'kept', now())`.execute(tx),
  )
  const path = join(newFolder(), 'saved.gz')
  const client = await database.pool.connect()
  await writeBackup(client, path, { clock: systemClock })
  client.release()
  await database.close()
  return path
}

/** Restores into an installation that was only started once, with that secret. */
async function restoreInto(secret: string): Promise<DatabaseOptions> {
  const saved = await backUp()
  const into = await createTestDatabase()
  await startOnce(into, secret)
  const done = await startProgram('restore', environmentOf(into, secret), saved).ended
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(/^Restored \d+ rows of \d+ tables/)
  return into
}

test('an installation that was only started takes a backup of the same secret, and starts', async () => {
  const into = await restoreInto(SECRET)
  expect(await startOnce(into, SECRET)).toMatchObject({ code: 0, err: '' })
})

test('one that was started with another secret has to be given that of the backup, and says so', async () => {
  const into = await restoreInto(OTHER)
  const { code, err } = await startProgram('main', environmentOf(into, OTHER)).ended

  expect(code).toBe(1)
  expect(err).toMatch(/^SECRET_KEY is not the secret that saved keys and tokens are sealed with\. Set the one it was;/)
  expect(await startOnce(into, SECRET)).toMatchObject({ code: 0, err: '' })
})
