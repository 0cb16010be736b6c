import { Socket } from 'node:net'
import { Pool, type ClientConfig, type PoolClient, type PoolConfig } from 'pg'
import type { Clock } from './clock.ts'
import type { DatabaseWatch } from './database-metrics.ts'
import { findOpenTransaction } from './db.ts'
import type { Log } from './log.ts'
import { preparingClient, type Preparing } from './preparing-client.ts'
import { endSilentConnections } from './silent-connections.ts'

const CONNECT_MS = 5000
/** A connection that is silent for ten seconds is probed; Node gives it up after ten probes, one a second. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
/** The embedded database has one connection, so callers queue for it instead of for a server. */
const EMBEDDED_WAIT_MS = 30_000

/** Who is told how long callers wait for a connection. */
export interface WatchedWaits {
  clock: Clock
  watch: Pick<DatabaseWatch, 'onWaited'>
}

interface ServerPoolOptions {
  max: number
  /** Whether nothing is asked over it that takes long. */
  isQuick?: boolean
  log: Log
  waits?: WatchedWaits | undefined
  preparing: Preparing
}

/**
 * Connections to a PostgreSQL server. It may be behind a pooler that gives each transaction another session, so users
 * leave nothing on a connection and bound each transaction in time (see limits.ts). A lost connection is replaced and
 * never ends the process. Statements are kept prepared for transactions that ask for it (see db.ts).
 */
export function openServerPool(
  databaseUrl: string,
  { max, isQuick = false, log, preparing, waits }: ServerPoolOptions,
): Pool {
  const pool = openPool(waits, {
    connectionString: databaseUrl,
    max,
    application_name: 'leadlight',
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    ...KEEP_ALIVE,
    // Statements sent at once are pipelined; see read-once.ts.
    pipeline: true,
    Client: preparingClient(() => preparing.isOn() && findOpenTransaction()?.prepares === true),
  })
  endSilentConnections(pool, { log, isQuick })
  return watched(pool, log)
}

/** The settings of a separate connection to a PostgreSQL server that listens for notices. */
export function listeningConnection(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: 'leadlight hearing',
    connectionTimeoutMillis: CONNECT_MS,
    ...KEEP_ALIVE,
  }
}

/** The settings of a backup's connection to a PostgreSQL server. One that is gone without a word is noticed. */
export function backupConnection(databaseUrl: string): ClientConfig {
  return { ...listeningConnection(databaseUrl), application_name: 'leadlight backup' }
}

/** The one connection to an embedded database; a second would share its session. */
export function openEmbeddedPool(socketPath: string, log: Log, waits?: WatchedWaits): Pool {
  const settings: PoolConfig = {
    max: 1,
    connectionTimeoutMillis: EMBEDDED_WAIT_MS,
    idleTimeoutMillis: 0,
    pipeline: true,
    // In WebAssembly, planning any statement takes longer than running it, and there is no pooler in between.
    Client: preparingClient(() => true),
  }
  return watched(openPool(waits, { ...settings, ...embeddedConnection(socketPath) }), log)
}

/** How `pg` connects to an embedded database: it names a host and a port, and the socket uses the path instead. */
export function embeddedConnection(socketPath: string): PoolConfig {
  return { user: 'postgres', database: 'postgres', ssl: false, stream: () => new PathSocket(socketPath) }
}

function openPool(waits: WatchedWaits | undefined, config: PoolConfig): Pool {
  const pool = new Pool(config)
  if (waits === undefined) return pool
  const { clock, watch } = waits
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<PoolClient> | undefined
  // One signature for both forms. The pool's own statements come by the other, and their wait is nobody's.
  pool.connect = ((...given: unknown[]) => {
    const beganMs = clock.now().getTime()
    return connect(...given)?.finally(() => watch.onWaited((clock.now().getTime() - beganMs) / 1000))
  }) as typeof pool.connect
  return pool
}

class PathSocket extends Socket {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override connect(): this {
    return super.connect({ path: this.#path })
  }
}

// Without listeners, a server that hangs up on an idle or borrowed connection would end the process.
function watched(pool: Pool, log: Log): Pool {
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost.'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'A database connection was lost.'))
  })
  return pool
}
