import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import type { Pool } from 'pg'
import { slept, type Clock } from './clock.ts'
import type { Db } from './db.ts'
import { startEmbeddedEngine } from './embedded/embedded-engine.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'
import { findMigrationProblem } from './migrate.ts'
import { createLocalNotices, type Notices } from './notices.ts'
import { hearingConnection, openEmbeddedPool, openServerPool } from './pools.ts'
import { createPreparing, type Preparing } from './preparing-client.ts'
import { createSharedNotices } from './shared-notices.ts'
import { createDb } from './transactions.ts'
import { startAutovacuum } from './embedded/autovacuum.ts'

const CHECK_MS = 2000

export interface Readiness {
  ready: boolean
  /** One sentence for the operator; only when not ready. */
  reason?: string
}

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  /** For the platform's own tables, queue and migrations only: it runs without a scope. */
  pool: Pool
  /** A connection that no request can use up, for lease renewals; the pool itself where the database has only one. */
  reserve: Pool
  /** Tells this process and the others on the database what was committed. */
  notices: Notices
  /** This opening of the database; leases of another opening of an embedded one belong to a dead process. */
  instanceId: string
  /** Whether the database can serve, and if not, why in one sentence. Never throws and answers within 2 seconds. */
  checkReady(): Promise<Readiness>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** PostgreSQL's address; without one the embedded database of `dataDir` is opened. */
  databaseUrl?: string | undefined
  dataDir: string
  poolMax: number
  log: Log
  clock: Clock
  /** Told when the embedded database is gone for good, which only a restart mends. */
  onLost?: ((reason: Error) => void) | undefined
  /** For tests alone; see `createDb`. */
  plugins?: KyselyPlugin[]
}

interface Connected {
  kind: Database['kind']
  pool: Pool
  reserve: Pool
  stopEngine: () => Promise<void>
}

interface Role {
  isSuperuser: boolean
  bypassesRls: boolean
}

/** Opens the database and looks at who we are in it. Does not migrate (see migrate.ts). Rejects when it is out of reach. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, clock, plugins = [] } = options
  const preparing = createPreparing()
  const { kind, pool, reserve, stopEngine } = await connect(options, preparing)
  const { databaseUrl } = options
  const notices =
    databaseUrl === undefined
      ? createLocalNotices()
      : createSharedNotices({ connection: hearingConnection(databaseUrl), log, clock })
  const autovacuum = kind === 'embedded' ? startAutovacuum(pool, log, clock) : undefined
  const close = async () => {
    await autovacuum?.stop()
    await notices.close()
    await Promise.all([...new Set([pool, reserve])].map((each) => each.end()))
    await stopEngine()
  }
  try {
    const role = await readRole(pool)
    const onRing = (topics: ReadonlySet<string>) => notices.ring(topics)
    const onPreparedLost = () => {
      log.info({}, 'Connections to the database do not keep prepared statements; it goes on without.')
      preparing.turnOff()
    }
    const actsAsTenant = () => role.isSuperuser
    const db = createDb({ pool, log, clock, actsAsTenant, plugins, onRing, onPreparedLost })
    const checkReady = () => withinTime(clock, () => findProblem(kind, pool, role))
    return { db, kind, pool, reserve, notices, instanceId: randomUUID(), checkReady, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a driver says of an opening that failed is made a sentence that names the variable; our own errors are sentences. */
export function explainOpening(error: unknown): never {
  if (!(error instanceof Error) || error instanceof AppError || !('code' in error)) throw error
  const said = error.message || String(error.code)
  throw new Error(`The database cannot be opened (${said}); see DATABASE_URL.`, { cause: error })
}

async function connect(options: DatabaseOptions, preparing: Preparing): Promise<Connected> {
  const { databaseUrl, dataDir, poolMax, log, clock } = options
  if (databaseUrl !== undefined) {
    const open = (max: number) => openServerPool(databaseUrl, { max, log, preparing })
    return { kind: 'postgres', pool: open(poolMax), reserve: open(1), stopEngine: async () => {} }
  }
  const onLost = options.onLost ?? ((error: Error) => log.error({ err: error }, 'The embedded database is gone.'))
  const engine = await startEmbeddedEngine({ dataDir, log, clock, onLost })
  const pool = openEmbeddedPool(engine.socketPath, log)
  return { kind: 'embedded', pool, reserve: pool, stopEngine: () => engine.stop() }
}

async function readRole(pool: Pool): Promise<Role> {
  const { rows } = await pool.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  )
  return { isSuperuser: rows[0]?.rolsuper ?? false, bypassesRls: rows[0]?.rolbypassrls ?? false }
}

async function findProblem(kind: Database['kind'], pool: Pool, role: Role): Promise<string | undefined> {
  if (kind === 'postgres' && role.isSuperuser) {
    return 'The database role is a superuser, whom row-level security does not bind; connect as the owner of the database.'
  }
  if (kind === 'postgres' && role.bypassesRls) {
    return 'The database role has BYPASSRLS, so row-level security does not bind it; take that right away.'
  }
  return findMigrationProblem(pool)
}

async function withinTime(clock: Clock, look: () => Promise<string | undefined>): Promise<Readiness> {
  const answered = new AbortController()
  const late = slept(clock, CHECK_MS, answered.signal).then(() => 'The database does not answer.')
  const reason = await Promise.race([look().catch(sayAway), late])
  answered.abort()
  return reason === undefined ? { ready: true } : { ready: false, reason }
}

function sayAway(error: unknown): string {
  return `The database cannot be used: ${error instanceof Error ? error.message : String(error)}.`
}
