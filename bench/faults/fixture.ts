import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import { startHackerNewsDouble, type HackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import { startLanguageModelDouble, type LanguageModelDouble } from '@leadlight/testing/doubles/language-model-double'
import { startSmtpDouble, type SmtpDouble } from '@leadlight/testing/doubles/smtp-double'
import { startReceiverDouble, type ReceiverDouble } from '@leadlight/testing/doubles/receiver-double'
import { freePort } from '@leadlight/testing/free-port'
import { startPostgresCluster, type PostgresCluster } from '@leadlight/testing/postgres-cluster'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'
import { until } from '@leadlight/testing/until'
import { isDatabaseAway } from '@leadlight/server/platform/transactions'
import { Pool } from 'pg'
import { SECRET_KEY } from '../list/capture.ts'
import { seed, type SeededOrganization } from '../list/seed.ts'
import { askingPosts } from './asking-posts.ts'
import { openPooler, type Pooler } from './pooler.ts'
import { createProgram, type Program } from './program.ts'
import { startTroublemaker, type Troublemaker } from './troublemaker.ts'

const DATABASE = 'faults'
const WORKERS = 2
const SEEDED = { organizations: 10, leads: 40_000, largest: 30_000 }
const ASKING = 60

/** Makes a query as superuser, again and again while PostgreSQL is away, and resolves with its rows. */
export type FetchRows = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** A whole installation: one API, two workers, a PostgreSQL of its own, and doubles of all third parties. */
export interface Fixture {
  url: string
  api: Program
  workers: readonly Program[]
  cluster: PostgresCluster
  /** Where there is one, the API and the first worker ask through it, the second worker does not. */
  pooler: Pooler | undefined
  /** Looks past row-level security, and waits where PostgreSQL is away. */
  fetchRows: FetchRows
  databaseUrl: string
  hackerNews: HackerNewsDouble
  model: LanguageModelDouble
  receiver: ReceiverDouble
  smtp: SmtpDouble
  troublemaker: Troublemaker
  /** Has tens of thousands of leads. */
  largest: SeededOrganization
  /** Has a few hundred. */
  small: SeededOrganization
  /** Starts every process that does not run, and resolves once calls are served. */
  heal(): Promise<void>
  stop(): Promise<void>
}

export async function startFixture({ isPooled = false }: { isPooled?: boolean } = {}): Promise<Fixture> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    return await build({ ends, stop, isPooled })
  } catch (error) {
    await stop()
    throw error
  }
}

interface Building {
  ends: (() => Promise<unknown>)[]
  stop: () => Promise<void>
  isPooled: boolean
}

async function build({ ends, stop, isPooled }: Building): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-faults-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const cluster = await startPostgresCluster({ keepsWrites: true })
  ends.push(() => cluster.stop())
  const { pool, databaseUrl, organizations } = await fillDatabase(cluster)
  ends.push(() => pool.end())
  const [largest, small] = [organizations[0], organizations.at(-1)]
  if (!largest || !small) throw new Error('No organization was seeded.')
  const parties = await startParties()
  ends.push(() => parties.close())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const pooler = isPooled ? await openPooler({ cluster, databaseUrl }) : undefined
  if (pooler) ends.push(() => pooler.stop())
  const direct = () => environmentOf({ parties, databaseUrl, folder, port })
  const pooled = () => ({ ...direct(), ...pooler?.variables })
  const api = createProgram('api', pooled)
  const workers = Array.from({ length: WORKERS }, (_, at) => createProgram('worker', at === 0 ? pooled : direct))
  const programs = [api, ...workers]
  ends.push(() => Promise.all(programs.map((program) => program.stop())))
  const heal = async () => {
    for (const program of programs) if (!program.isRunning()) await program.startAgain()
    await until(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  }
  await heal()
  const { hackerNews, model, receiver, smtp, troublemaker } = parties
  return {
    url,
    api,
    workers,
    cluster,
    pooler,
    fetchRows: fetchRowsBy(pool),
    databaseUrl,
    hackerNews,
    model,
    receiver,
    smtp,
    troublemaker,
    largest,
    small,
    heal,
    stop,
  }
}

/** The variables of a process whose API, if it is one, answers at `port`. */
export function environmentOf(place: {
  parties: Parties
  databaseUrl: string
  folder: string
  port: number
}): Record<string, string> {
  const { parties, databaseUrl, folder, port } = place
  return {
    ...parties.environment,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SECRET_KEY,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'loopback',
    JETSTREAM_URL: 'off',
    SESSION_CALLS_PER_MINUTE: '0',
    ORGANIZATION_CALLS_PER_MINUTE: '0',
    PUBLIC_CALLS_PER_MINUTE: '0',
    JUDGED_POST_PRICE: '0.5',
    MODEL_JUDGED_POST_PRICE: '0',
    LOG_LEVEL: 'warn',
    TMPDIR: folder,
  }
}

/** An empty database, and a superuser's connections to it. */
export async function createDatabase({ socketDir }: PostgresCluster): Promise<{ databaseUrl: string; pool: Pool }> {
  await asSuperuser(socketDir, `create role ${TEST_ROLE} login`, `create database ${DATABASE} owner ${TEST_ROLE}`)
  const pool = new Pool({ host: socketDir, user: 'postgres', database: DATABASE, max: 4 })
  // The faults end its connections too; the next query opens another.
  pool.on('error', () => undefined)
  return { databaseUrl: testDatabaseUrl(socketDir, DATABASE), pool }
}

async function fillDatabase(cluster: PostgresCluster) {
  const { databaseUrl, pool } = await createDatabase(cluster)
  const database = await openDatabase({ databaseUrl, dataDir: '', poolMax: 1, log: silentLog, clock: systemClock })
  await migrate(database).finally(() => database.close())
  const organizations = await seed(pool, SEEDED)
  // Or the first crash would replay all of it.
  await pool.query('checkpoint')
  return { pool, databaseUrl, organizations }
}

/** Waits where PostgreSQL is away. */
export function fetchRowsBy(pool: Pool): FetchRows {
  return <Row extends object>(text: string, values: unknown[] = []) =>
    until(async () => {
      try {
        return (await pool.query<Row>(text, values)).rows
      } catch (error) {
        if (isDatabaseAway(error)) return false
        throw error
      }
    })
}

export type Parties = Awaited<ReturnType<typeof startParties>>

/** Doubles of all third parties, and what makes a process ask them. */
export async function startParties() {
  const doubles = await startAllDoubles({ clock: systemClock })
  const posts = askingPosts(ASKING, systemClock.now())
  const hackerNews = await startHackerNewsDouble({ posts, clock: systemClock, requestsPerHour: 1_000_000 })
  const model = await startLanguageModelDouble()
  const receiver = await startReceiverDouble()
  const smtp = await startSmtpDouble()
  const troublemaker = await startTroublemaker()
  const allowed = [doubles.environment['OUTBOUND_ALLOW'], receiver.hostAndPort, ...troublemaker.hostsAndPorts]
  return {
    hackerNews,
    model,
    receiver,
    smtp,
    troublemaker,
    environment: {
      ...doubles.environment,
      ...model.environment(),
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      SMTP_URL: smtp.url,
      OUTBOUND_ALLOW: allowed.join(','),
    },
    close: () =>
      Promise.all([doubles, hackerNews, model, receiver, smtp, troublemaker].map((double) => double.close())),
  }
}
