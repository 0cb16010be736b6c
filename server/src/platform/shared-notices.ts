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
export function createSharedNotices({ connection, log, clock }: Options): Notices {
  const own = randomUUID()
  const local = createLocalNotices()
  const closing = new AbortController()
  const waiting = new Set<string>()
  let client: Client | undefined
  let isHearing = false
  let keeping: Promise<void> | undefined
  let sending = Promise.resolve()

  function hearOthers(payload: string | undefined): void {
    const [who, topic] = (payload ?? '').split(' ')
    if (who !== own && topic !== undefined) local.ring([topic])
    // Where a pooler stands between, what is listened for may never come: only this greeting tells.
    if (who === own && topic === GREETING) isHearing = true
  }

  async function stayConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      const fresh = new Client(connection)
      const lost = Promise.withResolvers<void>()
      fresh.on('error', (error) => log.debug({ err: error }, 'The connection that hears other processes failed.'))
      fresh.on('end', () => lost.resolve())
      fresh.on('notification', ({ payload }) => hearOthers(payload))
      try {
        await fresh.connect()
        await fresh.query(`listen ${CHANNEL}`)
        client = fresh
        waiting.add(GREETING)
        await sendInTurn()
        await Promise.race([lost.promise, aborted(closing.signal)])
      } catch (error) {
        log.warn({ err: error }, 'Other processes cannot be heard; trying again.')
      }
      client = undefined
      isHearing = false
      await fresh.end().catch((error: unknown) => log.debug({ err: error }, 'A connection was lost.'))
      await slept(clock, AGAIN_MS, closing.signal)
    }
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
      keeping ??= stayConnected()
      const told = [...topics]
      if (told.length > 0 && waiting.size === 0) void gather()
      for (const topic of told) waiting.add(topic)
      local.ring(told)
    },
    hear(topic, onRing) {
      keeping ??= stayConnected()
      return local.hear(topic, onRing)
    },
    isHearing: () => isHearing,
    async close() {
      closing.abort()
      await keeping
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
