import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { programEnvironment } from '@leadlight/testing/program-environment'
import { startVictim } from '@leadlight/testing/start-victim'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { openDatabase, type DatabaseOptions } from '../database.ts'
import { organizationScope } from '../scopes.ts'

/** Runs an operator's command as `npm run` does and resolves with what it prints. */
async function run(command: string, dataDir: string, ...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL(`../../${command}.ts`, import.meta.url))
  const env = programEnvironment({ DATA_DIR: dataDir })
  const options = [...NODE_FLAGS, script, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, options, { env })
  return stdout
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function addOrganization(where: DatabaseOptions): Promise<string> {
  const id = randomUUID()
  const database = await openDatabase(where)
  await database.db.transaction(organizationScope(id), (tx) =>
    sql`insert into organization (id, name, created_at) values (${id}, 'kept', now())`.execute(tx),
  )
  await database.close()
  return id
}

async function findNames(where: DatabaseOptions, id: string): Promise<unknown[]> {
  const database = await openDatabase(where)
  const read = sql`select name from organization`
  const { rows } = await database.db.transaction(organizationScope(id), (tx) => read.execute(tx))
  await database.close()
  return rows
}

test('a running installation is backed up, and restored into another folder', async () => {
  const where = await createTestDatabase()
  const id = await addOrganization(where)
  const victim = startVictim('write', where)
  await victim.hear('20')
  const file = join(newFolder(), 'running.backup.gz')
  expect(await run('backup', where.dataDir, file)).toMatch(/^Saved \d+ rows of \d+ tables to /)
  const saidBefore = victim.said.length
  await victim.hear(String(saidBefore + 5))
  await victim.kill('SIGKILL')
  const dataDir = newFolder()
  expect(await run('restore', dataDir, file)).toMatch(/^Restored \d+ rows of \d+ tables, each compared/)
  expect(await findNames({ ...where, dataDir }, id)).toEqual([{ name: 'kept' }])
})

test('an unnamed backup lies in the data folder, and is not restored over a running installation', async () => {
  const where = await createTestDatabase()
  await run('backup', where.dataDir)
  const [name = '', ...more] = readdirSync(join(where.dataDir, 'backups')).toSorted()
  expect(name).toMatch(/^leadlight-.*\.backup\.gz$/)
  expect(more).toEqual([`${name}.erased.json`])
  const file = join(where.dataDir, 'backups', name)
  const victim = startVictim('hold', where)
  await victim.hear('open')
  await expect(run('restore', where.dataDir, file, '--replace')).rejects.toThrow(`in use by process ${victim.pid}`)
})

test('an embedded database moves to PostgreSQL and stays unchanged', async () => {
  const where = await createTestDatabase()
  const id = await addOrganization(where)
  const cluster = await startPostgresCluster()
  onTestFinished(() => cluster.stop())
  await asSuperuser(cluster.socketDir, `create role ${TEST_ROLE} login`, `create database moved owner ${TEST_ROLE}`)
  const databaseUrl = testDatabaseUrl(cluster.socketDir, 'moved')
  expect(await run('move-to-postgres', where.dataDir, databaseUrl)).toMatch(/^Moved \d+ rows of \d+ tables/)
  expect(await findNames({ ...where, databaseUrl }, id)).toEqual([{ name: 'kept' }])
  expect(await findNames(where, id)).toEqual([{ name: 'kept' }])
  expect(existsSync(join(where.dataDir, 'moving.backup.gz'))).toBe(false)
})
