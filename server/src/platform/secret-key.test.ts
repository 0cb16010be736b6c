// Also on the embedded database: a folder of its own may have come without its secret.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { createKeys, createVault, NAME_BYTES } from './crypto.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { silentLog } from './log.ts'
import { systemRandom } from './random.ts'
import type { SealedColumn } from './reseal.ts'
import { platformScope } from './scopes.ts'
import { areKeysInUse, endOldSecrets, openKeys, openKeysInUse, replaceLostSecret } from './secret-key.ts'

const FIRST = 'a first secret of some length, for tests'
const SECOND = 'a second secret of some length, for tests'
const THIRD = 'a third secret of some length, for tests'

const CONTEXT = 'sealed for this test'
const SEALED: SealedColumn = {
  words: ['value', 'values'],
  table: 'recovery_key',
  key: ['is_only'],
  column: 'sealed',
  contextOf: () => CONTEXT,
}

/** An installation of its own, opened with the secrets that a process would be given. */
async function open() {
  const database = await openDatabase(await createTestDatabase())
  onTestFinished(() => database.close())
  await migrate(database, { log: silentLog })
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-secret-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { db, ask } = database
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const given = (secretKey?: string, secretKeyOld?: string) => {
    return { db, clock, random: systemRandom, dataDir, secretKey, secretKeyOld, sealed: [SEALED] }
  }
  return {
    ask,
    dataDir,
    start: (...secrets: [string?, string?]) => openKeys(given(...secrets)),
    rotate: (...secrets: [string?, string?]) => openKeysInUse(given(...secrets)),
    loseOld: (...secrets: [string?, string?]) => replaceLostSecret(given(...secrets)),
    /** As a version did that wrote no names and kept none. */
    sealedBefore: async (secret: string) => {
      const named = createVault(createKeys(secret), systemRandom).seal('plain', CONTEXT)
      const sealed = named.subarray(NAME_BYTES)
      await db.transaction(platformScope(), (tx) =>
        sql`insert into recovery_key (sealed) values (${sealed})`.execute(tx),
      )
    },
    finish: () => endOldSecrets({ db, clock }),
  }
}

test('the secret is made once where none is given, readable by its owner only', async () => {
  const { dataDir, start } = await open()
  const { keys } = await start()
  const path = join(dataDir, 'secret.key')

  expect((await start()).keys.name).toEqual(keys.name)
  expect((await start(readFileSync(path, 'utf8').trim())).keys.name).toEqual(keys.name)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8').trim().length).toBeGreaterThanOrEqual(32)
})

test('a lost file is not replaced by a new secret, which would open nothing', async () => {
  const { dataDir, start } = await open()
  const { keys } = await start()
  const path = join(dataDir, 'secret.key')
  renameSync(path, `${path}.elsewhere`)

  await expect(start()).rejects.toThrow(/secret\.key is missing, .*Put it back, or set SECRET_KEY/)
  renameSync(`${path}.elsewhere`, path)
  expect((await start()).keys.name).toEqual(keys.name)
})

test('a lost file is not replaced either where the one of an earlier change was left behind', async () => {
  const { dataDir, start, finish } = await open()
  await start()
  renameSync(join(dataDir, 'secret.key'), join(dataDir, 'secret.key.old'))
  const { keys } = await start()
  await finish()
  renameSync(join(dataDir, 'secret.key'), join(dataDir, 'elsewhere'))

  await expect(start()).rejects.toThrow(/secret\.key is missing, .*Put it back, or set SECRET_KEY/)
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'secret.key'))
  expect((await start()).keys.name).toEqual(keys.name)
})

test('the first start after an upgrade takes only a secret that opens what was sealed before', async () => {
  const { start, sealedBefore } = await open()
  await sealedBefore(FIRST)

  await expect(start(SECOND)).rejects.toThrow(
    /^SECRET_KEY is not the secret that saved keys and tokens are sealed with/,
  )
  await expect(start(SECOND, THIRD)).rejects.toThrow('SECRET_KEY is not the secret')
  await expect(start(FIRST)).resolves.toMatchObject({ hasBegunChange: false })
  await expect(start(SECOND)).rejects.toThrow('SECRET_KEY is not the secret')
})

test('an upgrade and a change may come at once', async () => {
  const { start, sealedBefore } = await open()
  await sealedBefore(FIRST)
  await start(SECOND, FIRST)

  await expect(start(SECOND)).rejects.toThrow(/^The change to this secret is not finished/)
})

test('an upgrade makes no secret for what another one has sealed', async () => {
  const { dataDir, start, sealedBefore } = await open()
  await sealedBefore(FIRST)

  await expect(start()).rejects.toThrow(/secret\.key is missing, .*Put it back, or set SECRET_KEY/)
  await expect(start(undefined, SECOND)).rejects.toThrow('secret.key is missing')
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
  await start(undefined, FIRST)
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(true)
})

test('the operator may go on after an upgrade without the secret of before', async () => {
  const { start, loseOld, sealedBefore } = await open()
  await sealedBefore(FIRST)
  await loseOld(SECOND)

  await expect(start(SECOND)).resolves.toMatchObject({ hasBegunChange: false })
})

test('a process with another secret does not start, and one with the same does', async () => {
  const { start } = await open()
  await start(FIRST)

  await expect(start(SECOND)).rejects.toThrow(
    /^SECRET_KEY is not the secret that saved keys and tokens are sealed with\. Set the one it was; to change it, set that one as SECRET_KEY_OLD/,
  )
  await expect(start(SECOND, THIRD)).rejects.toThrow('SECRET_KEY is not the secret')
  await expect(start(FIRST)).resolves.toMatchObject({ hasBegunChange: false })
})

test('of two processes that start at once with different secrets one is refused', async () => {
  const { start } = await open()
  const outcomes = await Promise.allSettled([start(FIRST), start(SECOND)])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a new secret beside the old begins the change once, which ends before the old one may be left out', async () => {
  const { ask, start, rotate, finish } = await open()
  const { keys: old } = await start(FIRST)
  await expect(rotate(SECOND, FIRST)).rejects.toThrow(/^Nothing has been started with the new secret yet/)
  const begun = await start(SECOND, FIRST)

  expect(begun.hasBegunChange).toBe(true)
  expect((await start(SECOND, FIRST)).hasBegunChange).toBe(false)
  expect(await areKeysInUse(ask, begun.keys)).toBe(true)
  expect(await areKeysInUse(ask, old)).toBe(false)
  await expect(start(FIRST)).rejects.toThrow(/^SECRET_KEY is one that was replaced\./)
  for (const alone of [start, rotate]) {
    await expect(alone(SECOND)).rejects.toThrow(/^The change to this secret is not finished/)
  }
  await expect(start(THIRD, SECOND)).rejects.toThrow(/^The change to this secret is not finished/)
  expect((await rotate(SECOND, FIRST)).oldName).toEqual(old.name)

  await finish()
  await expect(start(SECOND)).resolves.toMatchObject({ hasBegunChange: false })
  await expect(start(FIRST)).rejects.toThrow(/^SECRET_KEY is one that was replaced\./)
})

test('a change may be taken back, and a file moved aside is the secret before', async () => {
  const { dataDir, start, finish } = await open()
  const { keys: first } = await start()
  renameSync(join(dataDir, 'secret.key'), join(dataDir, 'secret.key.old'))
  const { keys: second, hasBegunChange } = await start()

  expect(hasBegunChange).toBe(true)
  expect(second.oldName).toEqual(first.name)
  const [now, before] = ['secret.key', 'secret.key.old'].map((name) => readFileSync(join(dataDir, name), 'utf8').trim())
  await expect(start(before, now)).resolves.toMatchObject({ hasBegunChange: true })
  await finish()
  await expect(start(before)).resolves.toMatchObject({ keys: { name: first.name } })
})

test('every process may learn the new secret before any writes with it', async () => {
  const { ask, start, rotate } = await open()
  await start(FIRST)
  const { keys } = await start(FIRST, SECOND)

  expect((await rotate(FIRST, SECOND)).oldName).toBeUndefined()
  await start(SECOND, FIRST)
  expect(await areKeysInUse(ask, keys)).toBe(true)
})

test('without the old one the operator may go on, if they say so', async () => {
  const { start, loseOld } = await open()
  await start(FIRST)
  await loseOld(SECOND)

  await expect(start(SECOND)).resolves.toMatchObject({ hasBegunChange: false })
  await expect(start(FIRST)).rejects.toThrow(/^SECRET_KEY is one that was replaced\./)
})
