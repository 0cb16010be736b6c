import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'

/** What is asked once or twice, such as while starting, is not worth a place. */
const ASKED_BEFORE = 3
/** Each holds memory in the engine; what the product asks again and again is far fewer. */
const PREPARED_MAX = 200
const WATCHED_MAX = 1000

type Send = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/**
 * Connections that have statements prepared which come again and again while it is wanted: reading and planning one, with the
 * policies of its tables, often takes longer than running it.
 */
export function preparingClient(isWanted: () => boolean): typeof Client {
  return class PreparingClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      const nameOf = createNames()
      const send = super.query.bind(this) as Send
      const prepared: Send = (text, values, ...rest) => {
        const isOne = typeof text === 'string' && Array.isArray(values) && values.length > 0 && isWanted()
        const name = isOne ? nameOf(text) : undefined
        return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest)
      }
      // One signature for the many of `query`: all but text with values, which alone can be prepared, is handed on as it came.
      this.query = prepared as typeof this.query
    }
  }
}

/** Whether a server's connections keep what was prepared on them, as far as is known. */
export interface Preparing {
  isOn(): boolean
  turnOff(): void
}

export function createPreparing(): Preparing {
  let isOn = true
  return {
    isOn: () => isOn,
    turnOff: () => (isOn = false),
  }
}

/** Names are this connection's own, since connections to the embedded engine share one session, and those of a pooler may. */
function createNames(): (text: string) => string | undefined {
  const prefix = randomUUID().slice(0, 8)
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === PREPARED_MAX) return known
    const times = (asked.get(text) ?? 0) + 1
    if (times <= ASKED_BEFORE) {
      if (asked.size < WATCHED_MAX || asked.has(text)) asked.set(text, times)
      else asked.clear()
      return undefined
    }
    asked.delete(text)
    const name = `${prefix}_${names.size}`
    names.set(text, name)
    return name
  }
}
