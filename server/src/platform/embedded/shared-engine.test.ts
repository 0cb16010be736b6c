import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { until } from '@leadlight/testing/until'
import { silentLog } from '../log.ts'
import { embeddedConnection, openEmbeddedPool } from '../pools.ts'
import { startEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts'
import { createSlowTurns } from './slow-turns.ts'

let engine: EmbeddedEngine
let pool: Pool

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-shared-'))
  engine = await startEmbeddedEngine({ dataDir, log: silentLog, clock: systemClock })
  pool = openEmbeddedPool(engine.socketPath, silentLog)
  return async () => {
    await pool.end()
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** A connection beside the pool's; the engine takes no more than three. */
async function connect(): Promise<Client> {
  const client = new Client(embeddedConnection(engine.socketPath))
  await client.connect()
  return client
}

async function countPrepared(text: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_prepared_statements where statement = '${text}'`,
  )
  return rows[0]?.count ?? 0
}

test('a repeated statement is prepared once, and answers as before', async () => {
  const text = 'select $1::int * 2 as twice'
  const ask = async (number: number) => (await pool.query<{ twice: number }>(text, [number])).rows[0]?.twice
  const answers = []
  for (const number of [1, 2, 3]) answers.push(await ask(number))
  expect(await countPrepared(text)).toBe(0)
  for (const number of [4, 5, 6]) answers.push(await ask(number))
  expect(await countPrepared(text)).toBe(1)
  expect(answers).toEqual([2, 4, 6, 8, 10, 12])
  expect(await Promise.all([ask(7), ask(8), ask(9)])).toEqual([14, 16, 18])
})

test('a statement that fails while being prepared works again once its transaction is over', async () => {
  const text = 'select 1 / $1::int as share'
  const ask = (number: number) => pool.query(text, [number])
  for (let times = 0; times < 3; times += 1) await ask(1)
  const client = await pool.connect()
  const asked = ['begin', 'select * from nowhere'].map((words) => client.query(words))
  const failed = await Promise.allSettled([...asked, client.query(text, [1]), client.query('rollback')])
  client.release()
  expect(failed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  await expect(ask(0)).rejects.toThrow('division by zero')
  expect((await ask(1)).rows).toEqual([{ share: 1 }])
})

test('a second connection prepares its own statements, although all share one engine session', async () => {
  const text = 'select $1::text as said'
  const second = openEmbeddedPool(engine.socketPath, silentLog)
  onTestFinished(() => second.end())
  for (const each of [pool, second]) {
    for (let times = 0; times < 5; times += 1) {
      expect((await each.query(text, ['hello'])).rows).toEqual([{ said: 'hello' }])
    }
  }
  expect(await countPrepared(text)).toBe(2)
})

test('concurrent statements of two connections never get each other’s text', async () => {
  const other = await connect()
  onTestFinished(() => other.end())
  const asked = Array.from({ length: 200 }, (_, number) => number)
  const answered = await Promise.all(
    asked.map(async (number) => {
      // Each text differs, so that one parsed for the other connection would show.
      const text = `select $1::int + ${number} as sum`
      const { rows } = await (number % 2 === 0 ? pool : other).query<{ sum: number }>(text, [number])
      return rows[0]?.sum
    }),
  )
  expect(answered).toEqual(asked.map((number) => 2 * number))
})

test('a connection that closes inside its transaction gives the engine to the one that waits', async () => {
  const leaving = await connect()
  await leaving.query('create table left_behind (id int)')
  await leaving.query('begin')
  await leaving.query('insert into left_behind values ($1)', [1])
  const counted = pool.query('select count(*)::int as count from left_behind where id = $1', [1])
  await leaving.end()
  expect((await counted).rows).toEqual([{ count: 0 }])
})

test('a slow statement is logged with its text and without its values, however it was sent', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-slow-'))
  const log = createCapturedLog()
  const slow = await startEmbeddedEngine({ dataDir, log, clock: systemClock, slowMs: 0 })
  const asking = openEmbeddedPool(slow.socketPath, silentLog)
  onTestFinished(async () => {
    await asking.end()
    await slow.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await asking.query('select 1')
  for (let times = 0; times < 5; times += 1) await asking.query('select\n  $1::text as secret', ['not for the log'])
  const told = (words: string) => log.lines.filter(({ fields }) => fields['statement'] === words).length
  await until(() => told('select $1::text as secret') === 5)
  expect(told('select 1')).toBe(1)
  expect(JSON.stringify(log.lines)).not.toContain('not for the log')
})

test('a statement below the limit is not reported', () => {
  const told: unknown[] = []
  const note = createSlowTurns(1_000, (turn) => told.push(turn))
  const asked = Buffer.from('Q\0\0\0\x0dselect 1\0')
  note(asked, 999)
  expect(told).toEqual([])
  note(asked, 1_000.4)
  expect(told).toEqual([{ ms: 1000, statement: 'select 1' }])
})
