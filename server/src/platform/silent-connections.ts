import type { Socket } from 'node:net'
import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Log } from './log.ts'

/**
 * A server answers the beginning of a transaction at once, and takes no longer over it than callers wait for a connection. One
 * that does not has gone without a word, as in a failover: TCP would repeat what was sent for a quarter of an hour.
 */
const SILENCE_MS = 5_000
/** More than one look, so that a process which was busy itself does not take that for silence. */
const LOOK_MS = SILENCE_MS / 2

/** How long statements may take where nothing bounds them, as in a migration. */
const UNBOUNDED = Infinity

interface Watched {
  /** How long PostgreSQL lets a statement take. */
  bound(ms: number): void
  rest(): void
  end(): void
}

const watched = new WeakMap<ClientBase, Watched>()

interface Options {
  log: Log
  /** Whether nothing is asked over it that takes long. */
  isQuick: boolean
}

/**
 * Ends a connection of the pool on which the server has said nothing since the beginning of a transaction, or for longer than
 * the statement under way may take. Callers then fail as when a server hangs up. Idle connections go with it, which
 * lead to the same place. The socket's own timer looks, so that a statement costs nothing.
 */
export function endSilentConnections(pool: Pool, { log, isQuick }: Options): void {
  const idle = new Map<ClientBase, Watched>()
  const onSilent = () => {
    log.warn({}, 'The database has gone silent; a connection to it was given up.')
    for (const [client, one] of idle) {
      idle.delete(client)
      one.end()
    }
  }
  pool.on('connect', (client) => watched.set(client, watch(client, { onSilent, isQuick })))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('release', (_, client) => {
    const one = watched.get(client)
    one?.rest()
    if (one) idle.set(client, one)
  })
}

/** Takes a connection for statements that PostgreSQL ends after `statementMs`; see `boundStatements`. */
export async function connectBounded(pool: Pool, statementMs: number): Promise<PoolClient> {
  const client = await pool.connect()
  boundStatements(client, statementMs)
  return client
}

/**
 * States how long PostgreSQL lets each further statement take, until the connection is released. Where that is not stated, an
 * answer is waited for as long as the connection lasts.
 */
export function boundStatements(client: ClientBase, statementMs: number): void {
  watched.get(client)?.bound(statementMs)
}

function watch(client: ClientBase, { onSilent, isQuick }: { onSilent: () => void; isQuick: boolean }): Watched {
  // `pg` keeps both, but its types leave them out.
  const asked = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }
  const { stream } = asked.connection
  let statementMs = UNBOUNDED
  let heardBefore = 0
  let last = { heard: 0, sent: 0, silentMs: 0 }

  function look(): void {
    const [heard, sent] = [stream.bytesRead, stream.bytesWritten]
    const isStill = heard === last.heard && sent === last.sent
    last = { heard, sent, silentMs: LOOK_MS + (isStill ? last.silentMs : 0) }
    const isUnanswered = heard === heardBefore || isQuick
    if (last.silentMs < SILENCE_MS + (isUnanswered && statementMs !== UNBOUNDED ? 0 : statementMs))
      stream.setTimeout(LOOK_MS)
    else {
      end()
      onSilent()
    }
  }

  function end(): void {
    stream.destroy(Object.assign(new Error('The database has gone silent'), { code: 'ETIMEDOUT' }))
  }

  function onQuiet(): void {
    if (asked.readyForQuery) return
    const sent = stream.bytesWritten
    // What has arrived meanwhile is read first, and what is sent meanwhile begins its time anew.
    setImmediate(() => {
      if (!asked.readyForQuery && !stream.destroyed && stream.bytesWritten === sent) look()
    })
  }

  stream.setTimeout(LOOK_MS)
  stream.on('timeout', onQuiet)
  return {
    bound(ms) {
      if (statementMs === UNBOUNDED) heardBefore = stream.bytesRead
      statementMs = ms
    },
    rest: () => (statementMs = UNBOUNDED),
    end,
  }
}
