import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { slept, type Clock } from './clock.ts'
import type { Log } from './log.ts'
import { createLocalNotices, type Notices } from './notices.ts'

const CHANNEL = 'leadlight'
const GREETING = 'hello'
/** Rings of one moment travel together. */
const GATHER_MS = 5
const AGAIN_MS = 1_000

interface Options {
  connection: ClientConfig
  log: Log
  clock: Clock
}

/**
 * Between all processes on a PostgreSQL, over one connection of its own that is opened by the first use. Rings are sent
 * after the commit of what they tell of and not within: a commit that notifies would wait for all others that do.
 */
export function createSharedNotices(options: Options): Notices {
  const { log, clock } = options
  const own = randomUUID()
  const local = createLocalNotices()
  const closing = new AbortController()
  const waiting = new Set<string>()
  let client: Client | undefined
  let isHearing = false
  let keeping: Promise<void> | undefined
  let sending = Promise.resolve()

  function hearOthers(payload: string): void {
    const [who, topic] = payload.split(' ')
    if (who !== own && topic !== undefined) local.ring([topic])
    // Where a pooler stands between, what is listened for may never come: only this greeting tells.
    if (who === own && topic === GREETING) isHearing = true
  }

  function useConnection(current: Client | undefined): void {
    client = current
    isHearing = false
    if (current) waiting.add(GREETING)
    void sendInTurn()
  }

  function connect(): void {
    keeping ??= stayConnected(options, { closing: closing.signal, onChange: useConnection, onSaid: hearOthers })
  }

  /** What waits while there is no connection goes with the greeting of the next. */
  async function send(): Promise<void> {
    const payloads = [...waiting].map((topic) => `${own} ${topic}`)
    if (!client || payloads.length === 0) return
    waiting.clear()
    try {
      await client.query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [payloads])
    } catch (error) {
      log.debug({ err: error }, 'Other processes were not told.')
    }
  }

  function sendInTurn(): Promise<void> {
    sending = sending.then(send)
    return sending
  }

  async function gather(): Promise<void> {
    if (await slept(clock, GATHER_MS, closing.signal)) await sendInTurn()
  }

  return {
    ring(topics) {
      connect()
      const told = [...topics]
      if (told.length > 0 && waiting.size === 0) void gather()
      for (const topic of told) waiting.add(topic)
      local.ring(told)
    },
    hear(topic, onRing) {
      connect()
      return local.hear(topic, onRing)
    },
    isHearing: () => isHearing,
    async close() {
      closing.abort()
      await keeping
    },
  }
}

interface Keeping {
  closing: AbortSignal
  /** Told each new connection, and when it is lost. */
  onChange: (client: Client | undefined) => void
  onSaid: (payload: string) => void
}

/** One connection that hears what is said, and another whenever it is lost, until it closes. */
async function stayConnected({ connection, log, clock }: Options, keeping: Keeping): Promise<void> {
  const { closing, onChange, onSaid } = keeping
  while (!closing.aborted) {
    const client = new Client(connection)
    const over = Promise.withResolvers<void>()
    closing.addEventListener('abort', () => over.resolve(), { once: true })
    client.on('error', (error) => log.debug({ err: error }, 'The connection that hears other processes failed.'))
    client.on('end', () => over.resolve())
    client.on('notification', ({ payload }) => onSaid(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      onChange(client)
      await over.promise
    } catch (error) {
      log.warn({ err: error }, 'Other processes cannot be heard; trying again.')
    }
    onChange(undefined)
    await client.end().catch((error: unknown) => log.debug({ err: error }, 'A connection was lost.'))
    await slept(clock, AGAIN_MS, closing)
  }
}
