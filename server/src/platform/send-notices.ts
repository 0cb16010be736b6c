import { slept, type Clock } from './clock.ts'
import type { Ask } from './database.ts'
import type { Log } from './log.ts'

export const CHANNEL = 'leadlight'
/** Topics of one moment are sent together. */
const GATHER_MS = 5

interface Options {
  ask: Ask
  log: Log
  clock: Clock
  /** Sent with each topic, so that listeners know who sent it. */
  sender: string
  closing: AbortSignal
}

export interface Sending {
  /** Sends the topics soon, once each; they may be lost. */
  send(topics: Iterable<string>): void
  /** Resolves when nothing is left to send. */
  settled(): Promise<void>
}

/** Notifies all who listen on the database, in batches one after another. */
export function createSending({ ask, log, clock, sender, closing }: Options): Sending {
  const waiting = new Set<string>()
  let sending = Promise.resolve()

  async function sendWaiting(): Promise<void> {
    const payloads = [...waiting].map((topic) => `${sender} ${topic}`)
    if (payloads.length === 0) return
    waiting.clear()
    try {
      await ask(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [payloads])
    } catch (error) {
      log.debug({ err: error }, 'Other processes were not told.')
    }
  }

  async function gather(): Promise<void> {
    if (await slept(clock, GATHER_MS, closing)) sending = sending.then(sendWaiting)
  }

  return {
    send(topics) {
      const isFirst = waiting.size === 0
      for (const topic of topics) waiting.add(topic)
      if (isFirst && waiting.size > 0) void gather()
    },
    settled: () => sending,
  }
}
