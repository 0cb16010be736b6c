import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startVictim } from '@leadlight/testing/start-victim'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { systemClock } from '../clock.ts'
import { openDatabase, type DatabaseOptions } from '../database.ts'
import { silentLog } from '../log.ts'

const copied = await createTestDatabase()

function newFolder(): DatabaseOptions {
  const parent = mkdtempSync(join(tmpdir(), 'leadlight-new-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  mkdirSync(join(parent, 'data'))
  return { dataDir: join(parent, 'data'), poolMax: 1, log: silentLog, clock: systemClock }
}

/** Every file's content, and every folder, by path. */
function readAll(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const read = (path: string) => (statSync(path).isDirectory() ? 'folder' : readFileSync(path, 'base64'))
  return new Map(names.map((name) => [name, read(join(folder, name))]))
}

test.each([
  'PG_VERSION',
  'global/pg_control',
  'global/pg_filenode.map',
  'base',
  'base/5/PG_VERSION',
  'pg_wal',
  'pg_xact',
  'pg_multixact/offsets',
  'pg_twophase',
  'postgresql.conf',
])('a copy without %s is neither opened nor written to', async (missing) => {
  const db = join(copied.dataDir, 'db')
  const aside = join(copied.dataDir, 'aside')
  renameSync(join(db, missing), aside)
  onTestFinished(() => renameSync(aside, join(db, missing)))
  const before = readAll(db)
  const said = `The folder ${db} holds files, but no whole database: without ${missing} nothing is`
  await expect(openDatabase(copied)).rejects.toThrow(said)
  expect(readAll(db)).toEqual(before)
  expect(readdirSync(copied.dataDir).toSorted()).toEqual(['aside', 'db'])
})

test('a folder that holds no database, or only the beginning of one, is not opened either', async () => {
  for (const files of [['holiday.jpg'], ['PG_VERSION'], ['base/1/112', 'pg_wal/000000010000000000000001']]) {
    const where = newFolder()
    const db = join(where.dataDir, 'db')
    for (const file of files) {
      mkdirSync(dirname(join(db, file)), { recursive: true })
      writeFileSync(join(db, file), '')
    }
    const before = readAll(db)
    await expect(openDatabase(where)).rejects.toThrow(`The folder ${db} holds files, but no whole database: without`)
    expect(readAll(db)).toEqual(before)
  }
})

test('a database that was damaged since gets an error that says so', async () => {
  const control = join(copied.dataDir, 'db/global/pg_control')
  const whole = readFileSync(control)
  writeFileSync(control, 'x'.repeat(whole.length))
  onTestFinished(() => writeFileSync(control, whole))
  await expect(openDatabase(copied)).rejects.toThrow(
    /^The database in .+ cannot be opened \(.+\); if it stays so, move the folder away and restore a backup\.$/,
  )
})

test('a database that is whole again opens as before', async () => {
  const database = await openDatabase(copied)
  onTestFinished(() => database.close())
  expect(await database.checkReady()).toEqual({ ready: true })
})

test.each(['absolute', 'relative'])('a database behind an %s link is opened', async (kind) => {
  const where = newFolder()
  const target = join(copied.dataDir, 'db')
  symlinkSync(kind === 'absolute' ? target : relative(where.dataDir, target), join(where.dataDir, 'db'))
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  expect(await database.checkReady()).toEqual({ ready: true })
})

test('what the engine’s file system throws is said in words', async () => {
  const version = join(copied.dataDir, 'db/PG_VERSION')
  const outside = join(copied.dataDir, 'outside')
  renameSync(version, outside)
  symlinkSync(outside, version)
  onTestFinished(() => renameSync(outside, version))
  await expect(openDatabase(copied)).rejects.toThrow('cannot be opened (error 44 of its file system); if it stays so')
})

test('an empty folder gets a database, and nothing is left beside it', async () => {
  const where = newFolder()
  mkdirSync(join(where.dataDir, 'db'))
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  expect(readdirSync(where.dataDir).toSorted()).toEqual(['db', 'lock'])
})

test('a first start that was killed, early or late, is begun anew by the next', async () => {
  const where = newFolder()
  for (const name of ['PG_VERSION', 'base/1', 'base/5/PG_VERSION']) {
    const victim = startVictim('hold', where)
    const [db, unfinished] = [join(where.dataDir, 'db'), join(where.dataDir, 'db.initialising')]
    await until(() => existsSync(join(unfinished, name)) || existsSync(db))
    await victim.kill('SIGKILL')
    // On a busy machine it may have finished before it was killed: then the next one is killed instead.
    rmSync(db, { recursive: true, force: true })
  }
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(readdirSync(where.dataDir).toSorted()).toEqual(['db', 'lock'])
})
