import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import type { Pool } from 'pg'
import { slept, type Clock } from './clock.ts'
import type { DatabaseWatch } from './database-metrics.ts'
import type { Db } from './db.ts'
import { startEmbeddedEngine } from './embedded/embedded-engine.ts'
import { AppError } from './errors.ts'
import { SERVER_LIMITS, setLocal, type Settings } from './limits.ts'
import type { Log } from './log.ts'
import { findMigrationProblem } from './migrate.ts'
import { createLocalNotices, type Notices } from './notices.ts'
import { listeningConnection, openEmbeddedPool, openServerPool } from './pools.ts'
import { createPreparing, type Preparing } from './preparing-client.ts'
import { readOnce } from './read-once.ts'
import { createStorage, explainFileError, measureRoom } from './storage.ts'
import { createSharedNotices } from './shared-notices.ts'
import { traceStatements } from './tracing/trace-statements.ts'
import type { Tracer } from './tracing/tracer.ts'
import { createDb, noteFailure } from './transactions.ts'
import { startAutovacuum } from './embedded/autovacuum.ts'

const CHECK_MS = 2000
/** About a megabyte, which is more than any file has left over. */
const WRITE_SOME = {
  sql: `create temporary table room_sample on commit drop as
    select repeat(md5(n::text), 30) as filler from generate_series(1, 1000) n`,
  parameters: [],
}

export interface Readiness {
  ready: boolean
  /** One sentence for the operator; only when not ready. */
  reason?: string
}

/**
 * Resolves with the rows of one statement, which is bounded in time and runs without a scope: for the platform's own
 * tables only.
 */
export type Ask = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  /** Runs without a scope: for the platform's own tables and queue only. */
  pool: Pool
  /** As `pool`, but past the pooler where the operator gives a direct address: for migrations. */
  direct: Pool
  /** The time limits of each transaction. */
  limits: Settings
  ask: Ask
  /**
   * As `ask`, over a connection that requests cannot use up, for leases and notices; the same where the database has
   * only one.
   */
  askApart: Ask
  /** Notifies this process and the others on the database of what was committed. */
  notices: Notices
  /** This opening of the database. Leases of another opening of an embedded one belong to a dead process. */
  instanceId: string
  /** Whether anything should be written: not while the embedded database's disk is about to be full. */
  mayWrite(): boolean
  /** Whether the database can serve, and if not, why. Never throws and answers within 2 seconds. */
  checkReady(): Promise<Readiness>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /**
   * The address of PostgreSQL, or of a pooler in front of it; without one the embedded database of `dataDir` is opened.
   */
  databaseUrl?: string | undefined
  /** PostgreSQL's own address, where `databaseUrl` is a pooler's. */
  databaseDirectUrl?: string | undefined
  dataDir: string
  poolMax: number
  log: Log
  clock: Clock
  /** Told of waits for connections and of failed attempts. */
  watch?: DatabaseWatch | undefined
  /** Where traces are collected. */
  tracer?: Tracer | undefined
  /** For tests only: how many bytes the disk of the embedded database's folder has left, instead of what its file system says. */
  measureRoom?: (folder: string) => number
  /** For tests only; see `createDb`. */
  plugins?: KyselyPlugin[]
}

interface Connected {
  kind: Database['kind']
  limits: Settings
  pool: Pool
  reserve: Pool
  direct: Pool
  /** Why an embedded database does not answer, while it is being started again. */
  findEngineProblem: () => string | undefined
  stopEngine: () => Promise<void>
}

interface Role {
  isSuperuser: boolean
  bypassesRls: boolean
}

/**
 * Opens the database and checks the role we have in it. Does not migrate (see migrate.ts). Rejects when the database
 * cannot be reached.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, log, clock, plugins = [], watch, tracer } = options
  const preparing = createPreparing()
  const { kind, limits, pool, reserve, direct, findEngineProblem, stopEngine } = await connect(options, preparing)
  if (tracer) traceStatements(pool, tracer)
  const [ask, askApart] = [asking(pool, kind, watch), asking(reserve, kind, watch)]
  const storage = createStorage({
    clock,
    tryWriting: () => readOnce(reserve, beginLimited(limits), WRITE_SOME),
    // A disk of its own may be mounted there.
    measureRoom: kind === 'embedded' ? () => (options.measureRoom ?? measureRoom)(join(dataDir, 'db')) : undefined,
  })
  const mayWrite = () => storage.mayWrite()
  const notices = openNotices(options, askApart)
  const autovacuum = kind === 'embedded' ? startAutovacuum({ pool, log, clock, mayWrite }) : undefined
  const close = async () => {
    await autovacuum?.stop()
    await notices.close()
    await Promise.all([...new Set([pool, reserve, direct])].map((each) => each.end()))
    await stopEngine()
  }
  try {
    const role = await readRole(pool)
    if (direct !== pool) await readRole(direct).catch((error: unknown) => explainOpening(error, 'DATABASE_DIRECT_URL'))
    const onNotify = (topics: ReadonlySet<string>) => notices.notify(topics)
    const onPreparedLost = () => {
      log.info({}, 'Connections to the database do not keep prepared statements; it goes on without.')
      preparing.turnOff()
    }
    const actsAsTenant = () => role.isSuperuser
    const db = createDb({ pool, log, clock, actsAsTenant, storage, limits, plugins, onNotify, onPreparedLost, watch })
    // Beside the pool, which may only be busy; all who ask at once share one look, for leases need that connection too.
    let looking: Promise<string | undefined> | undefined
    const look = async () =>
      findEngineProblem() ?? (await findProblem(kind, askApart, role)) ?? (await storage.findProblem())
    const checkReady = () => withinTime(clock, () => (looking ??= look().finally(() => (looking = undefined))))
    const instanceId = randomUUID()
    return { db, kind, pool, direct, limits, ask, askApart, notices, instanceId, mayWrite, checkReady, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Turns a driver's error on opening into a sentence that names the variable; our own errors are sentences already. */
export function explainOpening(error: unknown, variable = 'DATABASE_URL'): never {
  if (!(error instanceof Error) || error instanceof AppError || !('code' in error)) throw error
  const told = explainFileError(error)
  if (told !== undefined) throw new Error(told, { cause: error })
  const said = error.message || String(error.code)
  throw new Error(`The database cannot be opened (${said}); see ${variable}.`, { cause: error })
}

async function connect(options: DatabaseOptions, preparing: Preparing): Promise<Connected> {
  const { databaseUrl, databaseDirectUrl, dataDir, poolMax, log, clock, watch } = options
  const waits = watch && { clock, watch }
  if (databaseUrl !== undefined) {
    const pool = openServerPool(databaseUrl, { max: poolMax, log, preparing, waits })
    const direct =
      databaseDirectUrl === undefined ? pool : openServerPool(databaseDirectUrl, { max: 1, log, preparing })
    const reserve = openServerPool(databaseUrl, { max: 1, isQuick: true, log, preparing })
    const noEngine = { findEngineProblem: () => undefined, stopEngine: () => Promise.resolve() }
    return { kind: 'postgres', limits: SERVER_LIMITS, pool, reserve, direct, ...noEngine }
  }
  const engine = await startEmbeddedEngine({ dataDir, log, clock })
  const pool = openEmbeddedPool(engine.socketPath, log, waits)
  const ours = { findEngineProblem: () => engine.findProblem(), stopEngine: () => engine.stop() }
  return { kind: 'embedded', limits: {}, pool, reserve: pool, direct: pool, ...ours }
}

function asking(pool: Pool, kind: Database['kind'], watch: DatabaseWatch | undefined): Ask {
  const begin = beginLimited(SERVER_LIMITS)
  return async <Row>(text: string, values: readonly unknown[] = []) => {
    try {
      // The embedded database has no limits, so a transaction around the statement would be useless there.
      if (kind === 'embedded') return (await pool.query(text, [...values])).rows as Row[]
      return await readOnce<Row>(pool, begin, { sql: text, parameters: values })
    } catch (error) {
      throw noteFailure(watch, error)
    }
  }
}

function beginLimited(limits: Settings): string {
  return `begin; ${setLocal(limits)}`
}

function openNotices({ databaseUrl, databaseDirectUrl, log, clock }: DatabaseOptions, ask: Ask): Notices {
  if (databaseUrl === undefined) return createLocalNotices()
  const connection = listeningConnection(databaseDirectUrl ?? databaseUrl)
  return createSharedNotices({ connection, isDirect: databaseDirectUrl !== undefined, ask, log, clock })
}

async function readRole(pool: Pool): Promise<Role> {
  const { rows } = await pool.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  )
  return { isSuperuser: rows[0]?.rolsuper ?? false, bypassesRls: rows[0]?.rolbypassrls ?? false }
}

async function findProblem(kind: Database['kind'], ask: Ask, role: Role): Promise<string | undefined> {
  if (kind === 'postgres' && role.isSuperuser) {
    return 'The database role is a superuser, whom row-level security does not bind; connect as the owner of the database.'
  }
  if (kind === 'postgres' && role.bypassesRls) {
    return 'The database role has BYPASSRLS, so row-level security does not bind it; take that right away.'
  }
  return findMigrationProblem(ask)
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
