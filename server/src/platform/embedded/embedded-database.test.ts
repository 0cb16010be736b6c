import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startVictim } from '@leadlight/testing/start-victim'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { systemClock } from '../clock.ts'
import { explainOpening, openDatabase, type Database, type DatabaseOptions } from '../database.ts'
import { createIds } from '../ids.ts'
import { createJobs, defineJob } from '../jobs.ts'
import { silentLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { installationScope } from '../scopes.ts'
import { FolderInUseError } from './folder-lock.ts'

const shared = await createTestDatabase()
const database = await openDatabase(shared)
afterAll(() => database.close())

async function open(where: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  return database
}

function lockOf(where: DatabaseOptions): { pid: number; socketPath: string } {
  return JSON.parse(readFileSync(join(where.dataDir, 'lock'), 'utf8'))
}

test('no acknowledged write is lost when the process is killed while writing', async () => {
  const where = await createTestDatabase()
  for (const untilWritten of ['3', '60']) {
    const victim = startVictim('write', where)
    await victim.hear(untilWritten)
    await victim.kill('SIGKILL')
    const acknowledged = Number(victim.said.at(-1)) + 1
    const database = await openDatabase(where)
    const { rows } = await database.pool.query(
      `select count(*)::int as count, max(external_id::int) + 1 as next from post`,
    )
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
    expect(rows[0].count).toBe(rows[0].next)
    await database.pool.query('delete from post')
    await database.close()
  }
})

test('a second process is refused in one sentence that names the first, and leaves no lock and no socket behind', async () => {
  const where = await createTestDatabase()
  const victim = startVictim('hold', where)
  await victim.hear('open')
  await expect(openDatabase(where)).rejects.toThrow(FolderInUseError)
  await expect(openDatabase(where)).rejects.toThrow(`is in use by process ${victim.pid} on`)
  const { socketPath } = lockOf(where)
  expect(existsSync(socketPath)).toBe(true)
  await victim.kill('SIGTERM')
  expect(existsSync(join(where.dataDir, 'lock'))).toBe(false)
  expect(existsSync(dirname(socketPath))).toBe(false)
})

test('a second opening within one process is refused as well', async () => {
  await expect(openDatabase(shared)).rejects.toThrow(`is in use by process ${process.pid} on`)
})

test('a folder for temporary files that cannot be written to is named, and the data folder is not blamed', async () => {
  const where = await createTestDatabase()
  vi.stubEnv('TMPDIR', join(where.dataDir, 'nowhere'))
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(openDatabase(where)).rejects.toThrow(
    `The folder for temporary files, ${join(where.dataDir, 'nowhere')}, cannot be written to (ENOENT); make that possible, or set TMPDIR`,
  )
  expect(existsSync(join(where.dataDir, 'lock'))).toBe(false)
})

test('the next process clears away the socket folder of a killed one', async () => {
  const where = await createTestDatabase()
  const victim = startVictim('hold', where)
  await victim.hear('open')
  const { socketPath } = lockOf(where)
  await victim.kill('SIGKILL')
  expect(existsSync(dirname(socketPath))).toBe(true)
  await open(where)
  expect(existsSync(dirname(socketPath))).toBe(false)
})

test('a job whose process was killed runs again as soon as the next one starts', async () => {
  const where = await createTestDatabase()
  const job = defineJob({
    name: 'test.killed',
    schema: z.object({}),
    retryLimit: 0,
    retryDelayMs: 10,
    expireMs: 600_000,
  })
  const newId = createIds(systemClock, systemRandom)
  const first = await openDatabase(where)
  const enqueuing = createJobs({ database: first, log: silentLog, clock: systemClock, newId })
  await enqueuing.start()
  await first.db.transaction(installationScope(), (tx) => enqueuing.enqueue(tx, job, {}))
  await enqueuing.stop(0)
  await first.close()
  const victim = startVictim('work', where, job.name)
  await victim.hear('running 1')
  await victim.kill('SIGKILL')
  const second = await open(where)
  const jobs = createJobs({ database: second, log: silentLog, clock: systemClock, newId })
  const attempts: number[] = []
  jobs.work(job, async (_, { attempt }) => void attempts.push(attempt))
  // Skips the wait for the dead process's lease to expire.
  await second.pool.query(`update worker_lease set expires_at = now() + interval '1 hour'`)
  await jobs.start()
  await until(() => attempts.length === 1)
  await jobs.stop(1000)
  expect(attempts).toEqual([2])
})

test('a large value travels both ways, and a failed statement does not hurt the next', async () => {
  const { pool } = database
  const large = 'é'.repeat(3_000_000)
  const { rows } = await pool.query('select $1::text as large', [large])
  expect(rows[0].large === large).toBe(true)
  await expect(pool.query('select 1 / 0')).rejects.toThrow('division by zero')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a folder that cannot hold a database is refused, and its lock released', async () => {
  const dataDir = mkdtempSync(join(process.env['TMPDIR'] ?? '/tmp', 'leadlight-broken-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'db'), 'not a folder')
  const where = { dataDir, poolMax: 1, log: silentLog, clock: systemClock }
  await expect(openDatabase(where)).rejects.toThrow()
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
})

test('a data folder that cannot be written to gets an error that names DATA_DIR', async () => {
  const parent = mkdtempSync(join(process.env['TMPDIR'] ?? '/tmp', 'leadlight-unwritable-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  writeFileSync(join(parent, 'file'), '')
  const dataDir = join(parent, 'file', 'data')
  const opening = openDatabase({ dataDir, poolMax: 1, log: silentLog, clock: systemClock }).catch(explainOpening)
  await expect(opening).rejects.toThrow(
    `The data folder ${dataDir} cannot be written to (ENOTDIR); make it writable for the user that runs Leadlight, or set DATA_DIR to another folder.`,
  )
})
