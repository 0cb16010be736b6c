import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase } from '../database.ts'
import { limitStatements } from '../limit-statements.ts'
import { loginScope } from '../scopes.ts'

/** A way to PostgreSQL whose connections can go silent, as where a failover ends none of them. */
async function openWay(databaseUrl: string) {
  const { username, pathname, searchParams } = new URL(databaseUrl)
  const behind = join(searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const pairs: (readonly [near: Socket, far: Socket])[] = []
  const server = createServer((near) => {
    const far = connect(behind)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    pairs.push([near, far])
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume()
        far.unpipe(near).destroy()
      }
    },
  }
}

async function openBehind() {
  const where = await createTestDatabase()
  const way = await openWay(where.databaseUrl ?? '')
  const log = createCapturedLog()
  const failed: string[] = []
  const watch = { onWaited() {}, onFailed: (kind: string) => void failed.push(kind) }
  const database = await openDatabase({ ...where, databaseUrl: way.url, log, watch })
  onTestFinished(() => database.close())
  return { ...database, silence: () => way.silence(), log, failed }
}

const ASK = sql<{ answer: number }>`select 1 as answer`
const AWAY = { kind: 'unavailable', code: 'database_away' }

test('what is asked of a server that has gone without a word fails soon, and what comes next is served', async () => {
  const { db, pool, silence, log, failed } = await openBehind()
  const readAtOnce = () => Promise.all([1, 2, 3].map(() => db.read(loginScope(), ASK)))
  await readAtOnce()
  expect(pool.idleCount).toBe(3)
  silence()
  await expect(db.read(loginScope(), ASK)).rejects.toMatchObject(AWAY)
  expect(failed).toEqual(['away'])
  // The others led to the same place, and nobody has to find that out again.
  await until(() => pool.totalCount === 0)
  expect(await readAtOnce()).toEqual([1, 2, 3].map(() => [{ answer: 1 }]))
  const said = log.lines.filter(({ message }) => message.includes('gone silent'))
  expect(said.map(({ level }) => level)).toEqual(['warn'])
})

test('a transaction whose server goes without a word fails once its statement has had its time', async () => {
  const { db, silence } = await openBehind()
  const begun = Promise.withResolvers<void>()
  const failing = db.transaction(loginScope(), async (tx) => {
    await limitStatements(tx, 1_000)
    await ASK.execute(tx)
    silence()
    begun.resolve()
    await ASK.execute(tx)
  })
  await begun.promise
  await expect(failing).rejects.toMatchObject(AWAY)
  expect(await db.read(loginScope(), ASK)).toEqual([{ answer: 1 }])
})

test('a statement that takes its time, or that nothing bounds, is waited for', async () => {
  const { db, pool, log } = await openBehind()
  const sleeping = sql<{ slept: boolean }>`select pg_sleep(6) is not null as slept`
  const bounded = db.transaction(loginScope(), async (tx) => (await sleeping.execute(tx)).rows)
  const read = db.read(loginScope(), sleeping)
  const unbounded = pool.query('select pg_sleep(11)')
  expect(await bounded).toEqual([{ slept: true }])
  expect(await read).toEqual([{ slept: true }])
  expect((await unbounded).rowCount).toBe(1)
  expect(log.lines.filter(({ message }) => message.includes('gone silent'))).toEqual([])
})

test('a server that went away without a word is reached again as soon as another stands in its place', async () => {
  const where = await createTestDatabase()
  const way = await openWay(where.databaseUrl ?? '')
  const database = await openDatabase({ ...where, databaseUrl: way.url })
  onTestFinished(() => database.close())
  expect(await database.checkReady()).toEqual({ ready: true })
  way.silence()
  expect(await database.checkReady()).toEqual({ ready: false, reason: 'The database does not answer.' })
  await until(async () => (await database.checkReady()).ready)
})
