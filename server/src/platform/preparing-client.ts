import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'

/** A statement run once or twice, such as at the start, is not worth preparing. */
const ASKED_BEFORE = 3
/** Each takes memory in the engine; the product repeats far fewer statements. */
const PREPARED_MAX = 200
const WATCHED_MAX = 1000

type Send = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/**
 * A client class whose connections prepare repeated statements while that is wanted. Parsing and planning a statement,
 * with its tables' policies, often takes longer than running it.
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
      // One signature for the overloads of `query`: only text with values can be prepared; everything else is passed
      // on.
      this.query = prepared as typeof this.query
    }
  }
}

/** Whether a server's connections keep their prepared statements, as far as is known. */
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

/**
 * Names are unique to this connection, since connections to the embedded engine share a session, as may those of a
 * pooler.
 */
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
