import { Kysely, type KyselyPlugin } from 'kysely'
import type { Pool } from 'pg'
import { sendClosing } from './changes.ts'
import type { Clock } from './clock.ts'
import type { DatabaseError, DatabaseWatch } from './database-metrics.ts'
import {
  assertNoTransaction,
  runAsTransaction,
  runCommitHooks,
  type Db,
  type OpenTransaction,
  type Tables,
  type Tx,
} from './db.ts'
import { AppError } from './errors.ts'
import type { Settings } from './limits.ts'
import { STATEMENT_TIMEOUT } from './limit-statements.ts'
import type { Log } from './log.ts'
import { pipelined } from './pipelined.ts'
import { readOnce } from './read-once.ts'
import { hasMissedStorage, isStorageTrouble, type Storage } from './storage.ts'
import { beginning, createScopedDialect } from './scoped-dialect.ts'
import { pipelineStatements } from './pipeline-statements.ts'

const DATABASE_AWAY = 'database_away'
const TRIES_MAX = 3
const TRY_AGAIN_MS = 15
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'
/** A row was deleted, or moved to another organization, after it was found and before it was referred to. */
const REFERENCE_LOST = '23503'
/** The prepared statement is unknown to the connection or differs, or its tables have changed. */
const PREPARED_LOST = /^(26000|42P05|0A000)$/
/** Class 08 connection, 53300 too many connections, 57P01-3 shutting down; the rest are the sockets' own. */
const AWAY = /^(08...|53300|57P0[123]|ECONN(REFUSED|RESET)|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
/** The time limit of a statement or of a lock: the database is there and has too much to do, or somebody holds what was asked for. */
const BUSY = /^(57014|55P03)$/
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|connection has been discarded|not queryable/i

const UNWATCHED = { mayWrite: () => true, present: () => undefined }

interface Options {
  pool: Pool
  log: Log
  clock: Clock
  actsAsTenant: () => boolean
  storage?: Pick<Storage, 'mayWrite' | 'present'>
  /** The time limits of each transaction; none where left out. */
  limits?: Settings
  /** For tests that inspect, or tamper with, every statement. */
  plugins?: KyselyPlugin[]
  /** Called with a transaction's topics once it has committed. */
  onNotify?: (topics: ReadonlySet<string>) => void
  /** Called when a connection did not keep a prepared statement. */
  onPreparedLost?: () => void
  watch?: Pick<DatabaseWatch, 'onFailed'> | undefined
}

/** The product's one way to its data, over `pool`. */
export function createDb(options: Options): Db {
  const { pool, log, clock, actsAsTenant, storage = UNWATCHED, limits = {}, plugins = [], watch } = options
  const dialect = createScopedDialect({ pool, log, actsAsTenant, mayWrite: () => storage.mayWrite(), limits })
  const kysely = new Kysely<Tables>({ dialect, plugins })

  async function attempt<T>(
    opening: Pick<OpenTransaction, 'scope' | 'mayBeLost' | 'prepares'>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<{ result: T; tx: Tx }> {
    const state: OpenTransaction = { ...opening, tx: undefined, isOpen: true, notified: new Set(), last: [] }
    let closing: Promise<(() => void) | undefined> | undefined
    try {
      const done = await runAsTransaction(state, () =>
        kysely.transaction().execute(async (serial) => {
          const { tx, send, end } = await pipelined(serial, dialect)
          state.tx = tx
          try {
            const result = await work(tx)
            // Sent now, so that it goes before the commit and is answered with it.
            const sent = pipelineStatements(state.last.map((statement) => send(statement)))
            closing = pipelineStatements([sent, sendClosing(opening.scope, send)]).then(([, onCommit]) => onCommit)
            closing.catch(toldBelow)
            return { result, tx }
          } finally {
            end()
          }
        }),
      )
      ;(await closing)?.()
      if (state.notified.size > 0) options.onNotify?.(state.notified)
      return done
    } catch (error) {
      // The first failure says why; everything sent behind it only failed along.
      await state.begun
      await closing
      throw error
    } finally {
      state.isOpen = false
    }
  }

  return {
    async transaction(scope, work, { mayBeLost = false, prepares = false } = {}) {
      assertNoTransaction('A second transaction was opened')
      for (let tried = 1; ; tried += 1) {
        try {
          const { result, tx } = await attempt({ scope, mayBeLost, prepares }, work)
          runCommitHooks(tx)
          return result
        } catch (error) {
          noteFailure(watch, error)
          const isUnprepared = prepares && error instanceof Error && PREPARED_LOST.test(codeOf(error))
          if (isUnprepared) options.onPreparedLost?.()
          if (tried === TRIES_MAX || !(isUnprepared || isWorthAnotherTry(error))) throw presentFailure(storage, error)
          await clock.sleep(TRY_AGAIN_MS * tried)
        }
      }
    },
    async read(scope, statement) {
      assertNoTransaction('A second transaction was opened')
      try {
        const begin = beginning({ scope, actsAsTenant: actsAsTenant(), limits })
        return await readOnce(pool, begin, statement.compile(kysely))
      } catch (error) {
        throw presentFailure(storage, noteFailure(watch, error))
      }
    },
  }
}

/** Swallows a failure of the last statements, which are awaited once the commit has been answered. */
function toldBelow(): void {}

/** Counts a failed attempt, where it is the database that failed, and returns the error. */
export function noteFailure(watch: Pick<DatabaseWatch, 'onFailed'> | undefined, error: unknown): unknown {
  const kind = kindOf(error)
  if (kind !== undefined) watch?.onFailed(kind)
  return error
}

function kindOf(error: unknown): DatabaseError | undefined {
  if (isDatabaseAway(error)) return 'away'
  if (!(error instanceof Error) || !('severity' in error)) return undefined
  const code = codeOf(error)
  if (code === STATEMENT_TIMEOUT || code === LOCK_TIMEOUT) return 'timeout'
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'conflict'
  if (code.startsWith('23')) return 'constraint'
  return isStorageTrouble(error) ? 'storage' : 'other'
}

/** Whether the database could not be reached or hung up, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return AWAY.test(codeOf(error)) || AWAY_WORDS.test(error.message)
}

/**
 * Whether a transaction threw this because the database was away, as opposed to another broken connection, or could
 * save nothing.
 */
export function hasMissedDatabase(error: unknown): boolean {
  return (error instanceof AppError && error.code === DATABASE_AWAY) || hasMissedStorage(error)
}

function isWorthAnotherTry(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : ''
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || code === REFERENCE_LOST
}

function presentFailure(storage: Pick<Storage, 'present'>, error: unknown): unknown {
  const inTrouble = storage.present(error)
  if (inTrouble !== undefined) return inTrouble
  if (error instanceof Error && BUSY.test(codeOf(error))) {
    const detail = 'The database took too long for this. Try again in a moment.'
    return new AppError('unavailable', 'database_busy', detail, { cause: error, retryAfterMs: 5000 })
  }
  if (!isDatabaseAway(error)) return error
  const detail = 'The database cannot be reached right now. Try again in a moment.'
  return new AppError('unavailable', DATABASE_AWAY, detail, { cause: error, retryAfterMs: 2000 })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
