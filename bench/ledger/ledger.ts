import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  reserveCredits,
  openAccount,
  settleReservation,
  type LedgerDependencies,
} from '@leadlight/server/core/billing/ledger'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { silentLog } from '@leadlight/server/platform/log'
import { systemRandom } from '@leadlight/server/platform/random'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { sql } from 'kysely'
import { startOwnPostgres, withDatabase } from '../list/own-postgres.ts'
import { debitBare, prepareBareDebits } from './bare-debits.ts'

const CLIENTS = 8
const ACCOUNTS = 100
const WARMING_MS = 2_000
const SHARE_MIN = 0.5
const OCCASION = { what: 'Work', work: 'draft', projectId: null, signalId: null, accountId: null, role: null } as const

interface Row {
  accounts: number
  /** Transactions a second, round by round: a reservation is one, its settlement another. */
  ours: number[]
  bare: number[]
  /** The median share of ours in the bare loop of the same round. How fast a disk syncs changes by the second. */
  share: number
  /** The 95 % confidence interval of that median. */
  between: [number, number]
}

/** Does one piece of work for the account of that number; resolves with its number of transactions. */
type Work = (account: number) => Promise<number>

/**
 * Reserves and settles as much work as eight clients can, against bare debits on the same PostgreSQL in the same run,
 * over a hundred accounts and on a single one. Fails if ours comes to less than half of the bare transactions.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '30' },
      seconds: { type: 'string', default: '1' },
      json: { type: 'string' },
    },
  })
  const postgres = await startOwnPostgres({ keepsWrites: true })
  try {
    await withDatabase({ databaseUrl: postgres.superuserUrl }, ({ pool }) => prepareBareDebits(pool, ACCOUNTS))
    await withDatabase({ databaseUrl: postgres.superuserUrl }, async ({ pool }) => {
      await pool.query('grant all on bare_account, bare_entry to leadlight_owner')
    })
    const options = {
      databaseUrl: postgres.ownerUrl,
      dataDir: '',
      poolMax: CLIENTS,
      log: silentLog,
      clock: systemClock,
    }
    const database = await openDatabase(options)
    try {
      const works = await prepare(database)
      const rounds = { count: Number(values.rounds), ms: Number(values.seconds) * 1000 }
      const rows = [await compare(works, ACCOUNTS, rounds), await compare(works, 1, rounds)]
      for (const row of rows) print(row)
      if (values.json !== undefined)
        await writeFile(values.json, `${JSON.stringify({ clients: CLIENTS, rows }, null, 2)}\n`)
      if (rows.every(({ share }) => share >= SHARE_MIN)) return
      console.error(`\nLess than ${SHARE_MIN * 100} % of a bare debit loop.`)
      process.exitCode = 1
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function prepare({ db, pool }: Database): Promise<{ ours: Work; bare: Work }> {
  const newId = createIds(systemClock, systemRandom)
  const ledger: LedgerDependencies = { clock: systemClock, newId, monthlyMillicredits: 1_000_000_000_000 }
  const organizationIds = Array.from({ length: ACCOUNTS }, () => newId())
  for (const id of organizationIds) {
    await db.transaction(organizationScope(id), async (tx) => {
      await sql`insert into organization (id, name, created_at) values (${id}, 'Firm', now())`.execute(tx)
      await openAccount(tx, ledger, id)
    })
  }
  return {
    async ours(account) {
      const id = organizationIds[account]
      if (id === undefined) throw new Error(`There is no account ${account}.`)
      const [scope, key] = [organizationScope(id), newId()]
      await db.transaction(scope, (tx) => reserveCredits(tx, ledger, id, { key, amount: 2, occasion: OCCASION }), {
        prepares: true,
      })
      await db.transaction(scope, (tx) => settleReservation(tx, ledger, id, { key, used: 1 }), { prepares: true })
      return 2
    },
    async bare(account) {
      await debitBare(pool, account)
      return 1
    },
  }
}

/** Round by round, changing who goes first. */
async function compare(
  works: { ours: Work; bare: Work },
  accounts: number,
  rounds: { count: number; ms: number },
): Promise<Row> {
  for (const name of ['ours', 'bare'] as const) await ratePerSecond(works[name], accounts, WARMING_MS)
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds.count; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
    for (const name of order) rates[name].push(Math.round(await ratePerSecond(works[name], accounts, rounds.ms)))
  }
  const shares = rates.ours.map((rate, round) => rate / (rates.bare[round] ?? 0))
  return { accounts, ...rates, share: medianOf(shares), between: medianBetween(shares) }
}

async function ratePerSecond(work: Work, accounts: number, ms: number): Promise<number> {
  const startedMs = performance.now()
  let transactions = 0
  const client = async (number: number) => {
    for (let turn = number; performance.now() - startedMs < ms; turn += CLIENTS)
      transactions += await work(turn % accounts)
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return transactions / ((performance.now() - startedMs) / 1000)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * By order statistics: of n values in order, those half the root of n times 1.96 places to either side of the median.
 */
function medianBetween(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const reach = (1.96 * Math.sqrt(sorted.length)) / 2
  const low = Math.max(0, Math.floor(sorted.length / 2 - reach))
  const high = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach))
  return [sorted[low] ?? 0, sorted[high] ?? 0]
}

function print({ accounts, ours, bare, share, between: [low, high] }: Row): void {
  const where = accounts === 1 ? 'one account' : `${accounts} accounts`
  console.log(
    `${where.padEnd(14)} ours ${medianOf(ours)}/s   bare ${medianOf(bare)}/s   ${percent(share)} (${percent(low)} to ${percent(high)})   ` +
      `(rounds: ${ours.map((rate, round) => `${rate}:${bare[round] ?? 0}`).join('  ')})`,
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
