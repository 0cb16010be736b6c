import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type PostgresPool,
} from 'kysely'
import type { Pool } from 'pg'
import { findOpenTransaction, type Scope } from './db.ts'
import { STATEMENT_MS_MAX, type Settings } from './limits.ts'
import type { Log } from './log.ts'
import { connectBounded } from './silent-connections.ts'

/** The role of transactions where the connected role is a superuser, which no policy binds. */
export const TENANT_ROLE = 'leadlight_tenant'

/** Kysely does not export its connection's type. */
type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

interface Options {
  pool: Pool
  log: Log
  /** Called at each begin, since the role exists only once the migrations have run. */
  actsAsTenant: () => boolean
  /** Called at each begin too; see storage.ts. */
  mayWrite: () => boolean
  /** The time limits of each transaction. */
  limits: Settings
}

/** Kysely on `pg`, where opening a transaction also sets its scope, without a round trip of its own. */
export function createScopedDialect(options: Options): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ScopedDriver(options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class ScopedDriver extends PostgresDriver {
  readonly #options: Options

  constructor(options: Options) {
    super({ ...options, pool: bounded(options.pool) })
    this.#options = options
  }

  /**
   * Does not wait for the answer: the next statements follow right behind. Should a setting fail, the broken
   * transaction refuses them all, so nothing ever runs outside its scope.
   */
  override async beginTransaction(connection: Connection): Promise<void> {
    const open = findOpenTransaction()
    if (!open) throw new Error('A transaction was begun without a scope.')
    const { actsAsTenant, mayWrite, limits } = this.#options
    const words = beginning({ ...open, actsAsTenant: actsAsTenant(), mayWrite: mayWrite(), limits })
    open.begun = connection.executeQuery(CompiledQuery.raw(words))
    open.begun.catch(toldByWhatFollows)
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      // The connection is gone and with it the transaction; the error that led here is the one worth throwing.
      this.#options.log.warn({ err: error }, 'A transaction could not be rolled back; its connection was dropped.')
    }
  }
}

/** The pool as Kysely sees it: whose connections know how long statements may take, and each transaction its own. */
function bounded(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await connectBounded(pool, STATEMENT_MS_MAX)
      const open = findOpenTransaction()
      if (open) open.client = client
      return client
    },
    end: () => pool.end(),
  }
}

/** See `transactions.ts`, which prefers this failure to those it causes. */
function toldByWhatFollows(): void {}

interface Beginning {
  scope: Scope
  actsAsTenant: boolean
  limits: Settings
  mayWrite?: boolean
  /** See `TransactionOptions`. */
  mayBeLost?: boolean
}

/**
 * The SQL that opens a transaction in a scope. Scope names are fixed and ids are checked UUIDs, so nothing needs
 * escaping.
 */
export function beginning({ scope, actsAsTenant, limits, mayWrite = true, mayBeLost = false }: Beginning): string {
  const settings = Object.entries({ ...limits, ...scope.settings }).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  )
  if (mayBeLost) settings.push("set_config('synchronous_commit', 'off', true)")
  return `begin${mayWrite ? '' : ' read only'}; ${actsAsTenant ? `set local role ${TENANT_ROLE}; ` : ''}select ${settings.join(', ')}`
}
