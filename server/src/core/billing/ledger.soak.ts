import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase, type DatabaseOptions } from '../../platform/database.ts'
import { createIds } from '../../platform/ids.ts'
import { systemRandom } from '../../platform/random.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import { findLedgerFaults } from '@leadlight/testing/ledger-world'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { openAccount } from './ledger.ts'

const OPERATIONS = 1_000_000
const CLIENTS = 8
const ORGANIZATIONS = 20
const KILLS_EVERY_MS = 10_000

const SCRIPT = fileURLToPath(new URL('../../../../testing/src/ledger-client.ts', import.meta.url))

interface Client {
  /** Resolves once the client has done its part. */
  over: Promise<void>
  kill(): void
  kills: () => number
}

/** A client in its own process, restarted from where it last reported whenever it is killed. */
function startClient(where: DatabaseOptions, work: { seed: string; organizationIds: string[]; to: number }): Client {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  let reached = 0
  let kills = 0
  let kill: () => void = () => undefined
  const start = () => {
    const told = { ...work, from: reached, operations: OPERATIONS }
    const how = JSON.stringify({ databaseUrl: where.databaseUrl, dataDir: where.dataDir })
    const child = spawn(process.execPath, [...NODE_FLAGS, SCRIPT, how, JSON.stringify(told)])
    const complaints: string[] = []
    let isOver = false
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'over') isOver = true
      else reached = Number(line)
    })
    child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()))
    child.on('close', (_, signal) => {
      if (signal === 'SIGKILL') {
        kills += 1
        start()
      } else if (isOver) resolve()
      else reject(new Error(complaints.join('')))
    })
    kill = () => void child.kill('SIGKILL')
  }
  start()
  return { over, kill: () => kill(), kills: () => kills }
}

async function killNowAndThen(clients: readonly Client[], dice: Dice, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(KILLS_EVERY_MS)
    dice.pick(clients).kill()
  }
}

test('a million operations by eight clients that are killed at random leave ledgers that add up', async () => {
  const where = await createTestDatabase()
  const database = await openDatabase(where)
  const newId = createIds(systemClock, systemRandom)
  const ledger = { clock: systemClock, newId, monthlyMillicredits: 0, trialMillicredits: 100_000 }
  const organizationIds = Array.from({ length: ORGANIZATIONS }, () => newId())
  try {
    for (const organizationId of organizationIds) {
      await database.db.transaction(organizationScope(organizationId), async (tx) => {
        await sql`insert into organization (id, name, created_at) values (${organizationId}, 'Firm', now())`.execute(tx)
        await openAccount(tx, ledger, organizationId)
      })
    }
    const clients = Array.from({ length: CLIENTS }, (_, number) =>
      startClient(where, { seed: `client ${number}`, organizationIds, to: OPERATIONS / CLIENTS }),
    )
    const enough = new AbortController()
    const killing = killNowAndThen(clients, createDice('kills'), enough.signal)
    await Promise.all(clients.map(({ over }) => over)).finally(() => enough.abort())
    await killing
    const kills = clients.reduce((sum, client) => sum + client.kills(), 0)
    const { rows } = await database.pool.query<{ entries: string }>(
      `select reltuples::bigint as entries from pg_class where relname = 'credit_entry'`,
    )
    process.stdout.write(`${OPERATIONS} operations, ${kills} kills, about ${rows[0]?.entries ?? ''} entries\n`)
    for (const organizationId of organizationIds) {
      expect(await findLedgerFaults(database.db, organizationId)).toEqual([])
    }
  } finally {
    await database.close()
  }
})
