import type { Pool, PoolClient } from 'pg'
import type { Tracer } from './tracer.ts'

const TEXT_MAX = 2_000

type Send = (text: unknown, ...rest: unknown[]) => unknown

/** Traces each statement of the pool that is sent within a span, by its text without its values. */
export function traceStatements(pool: Pool, tracer: Tracer): void {
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as Send
    const traced: Send = (text, ...rest) => {
      const end = typeof text === 'string' ? tracer.beginWithin(about(text)) : undefined
      const sent = send(text, ...rest)
      // What answers by a callback is the pool's own, and in no span.
      if (end && sent instanceof Promise) sent.then(() => end(), end)
      return sent
    }
    // One signature for the overloads of `query`: everything is passed on as it came.
    client.query = traced as typeof client.query
  })
}

function about(text: string) {
  const [word = 'statement'] = /[a-z]+/i.exec(text) ?? []
  const name = word.toLowerCase()
  const system = { 'db.system.name': 'postgresql' }
  // What begins a transaction has its tenant's ids in its text.
  const attributes = name === 'begin' ? system : { ...system, 'db.query.text': copyStart(text.trim()) }
  return { name, kind: 'client', attributes } as const
}

/** A slice alone would keep the whole text, which may be hundreds of kilobytes, for as long as the span waits. */
function copyStart(text: string): string {
  return Buffer.from(text.slice(0, TEXT_MAX)).toString()
}
