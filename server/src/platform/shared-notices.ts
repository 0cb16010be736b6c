import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { slept, type Clock } from './clock.ts'
import type { Ask } from './database.ts'
import type { Log } from './log.ts'
import { createLocalNotices, type Notices } from './notices.ts'
import { CHANNEL, createSending } from './send-notices.ts'

const GREETING = 'hello'
const AGAIN_MS = 1_000
/** A greeting not back by then counts as missed, and is sent again. */
const GREET_MS = 5_000
const POOLED =
  'DATABASE_URL leads to a pooler, over which other processes are not heard; this one looks every few seconds. Set DATABASE_DIRECT_URL to hear them at once.'
const MISSED = 'What other processes tell does not arrive; this one looks every few seconds. See DATABASE_DIRECT_URL.'

interface Options {
  /** The connection that listens. */
  connection: ClientConfig
  /** Whether the operator says it leads to PostgreSQL itself. Otherwise it is not used where a pooler answers. */
  isDirect: boolean
  /** Sends over another connection than the one that listens, so a greeting that arrives proves that others do. */
  ask: Ask
  log: Log
  clock: Clock
}

/**
 * Notices between all processes on a PostgreSQL server. Each listens over a connection of its own, opened on first use;
 * where a pooler answers, it does not listen. Notices are sent after their commit, not within: a commit that notifies
 * would wait for all others that do.
 */
export function createSharedNotices(options: Options): Notices {
  const { log, clock } = options
  const own = randomUUID()
  const local = createLocalNotices()
  const closing = new AbortController()
  const sending = createSending({ ...options, sender: own, closing: closing.signal })
  let isHearing = false
  let keeping: Promise<void> | undefined

  function onSaid(payload: string): void {
    const [who, topic] = payload.split(' ')
    if (who !== own && topic !== undefined) local.notify([topic])
    if (who === own && topic === GREETING) isHearing = true
  }

  /** A greeting may be lost like any notice, so it is sent until it comes back. */
  async function greet(lost: AbortSignal): Promise<void> {
    for (let sent = 1; !lost.aborted; sent += 1) {
      sending.send([GREETING])
      await slept(clock, GREET_MS, lost)
      if (isHearing) return
      if (sent === 1 && !lost.aborted) log.warn({}, MISSED)
    }
  }

  function onConnected(lost: AbortSignal): void {
    lost.addEventListener('abort', () => (isHearing = false))
    void greet(lost)
  }

  function connect(): void {
    keeping ??= stayConnected(options, { closing: closing.signal, onConnected, onSaid })
  }

  return {
    notify(topics) {
      connect()
      const told = [...topics]
      sending.send(told)
      local.notify(told)
    },
    subscribe(topic, onNotify) {
      connect()
      return local.subscribe(topic, onNotify)
    },
    isListening: () => isHearing,
    async close() {
      closing.abort()
      await keeping
      await sending.settled()
    },
  }
}

interface Keeping {
  closing: AbortSignal
  /** Called for each new connection, with a signal that aborts when it is lost. */
  onConnected: (lost: AbortSignal) => void
  onSaid: (payload: string) => void
}

/** Keeps one listening connection open, replacing it whenever it is lost, until it is closed or leads to a pooler. */
async function stayConnected({ connection, isDirect, log, clock }: Options, keeping: Keeping): Promise<void> {
  const { closing, onConnected, onSaid } = keeping
  while (!closing.aborted) {
    const client = new Client(connection)
    const lost = new AbortController()
    closing.addEventListener('abort', () => lost.abort(), { once: true })
    client.on('error', (error) => log.debug({ err: error }, 'The connection that hears other processes failed.'))
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload }) => onSaid(payload ?? ''))
    try {
      await client.connect()
      if (!isDirect && (await isPooled(client))) return log.warn({}, POOLED)
      await client.query(`listen ${CHANNEL}`)
      onConnected(lost.signal)
      await aborted(lost.signal)
    } catch (error) {
      log.warn({ err: error }, 'Other processes cannot be heard; trying again.')
    } finally {
      lost.abort()
      await client.end().catch((error: unknown) => log.debug({ err: error }, 'A connection was lost.'))
    }
    await slept(clock, AGAIN_MS, closing)
  }
}

/** A pooler gives each connection a number of its own; PostgreSQL gives that of the process behind it. */
async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // `pg` keeps the number it got at the start, but its types leave it out.
  const { processID } = client as unknown as { processID: number | null }
  return rows[0]?.pid !== processID
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
