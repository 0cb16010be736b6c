// node attack.ts: sends bodies all at once when its parent says so, and reports the answers.
import { request } from 'node:http'
import process from 'node:process'
import { makeBody, type Kind } from './bodies.ts'

export interface Volley {
  port: number
  path: string
  kind: Kind
  bytes: number
  /** Whether it is sent without its length. */
  isChunked: boolean
  /** How many at once. */
  count: number
  /** Undefined: without a sign-in. */
  token?: string
  /** Each as a separate client, as a proxy reports them, or all as one. */
  isFromMany: boolean
  /** The number of the volley. */
  number: number
}

export interface VolleyEnd {
  /** How many got which status; `cut` if the server closed the connection instead. */
  answers: Record<string, number>
}

process.on('message', (volley: Volley) => void attack(volley))

async function attack(volley: Volley): Promise<void> {
  const made = makeBody(volley.kind, volley.bytes)
  const statuses = await Promise.all(Array.from({ length: volley.count }, (_, at) => send(volley, made, at)))
  const answers: Record<string, number> = {}
  for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1
  process.send?.({ answers } satisfies VolleyEnd)
}

function send(volley: Volley, { type, body }: ReturnType<typeof makeBody>, at: number): Promise<string> {
  const { port, path, token, isFromMany, isChunked, number } = volley
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      agent: false,
      headers: {
        'content-type': type,
        'x-forwarded-for': isFromMany ? `10.0.${number}.${at}` : '10.9.9.9',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }),
      },
    })
    let answer = 'cut'
    asked.on('response', (response) => {
      answer = String(response.statusCode)
      response.resume()
    })
    // A server that refuses a body unread may close the connection while it is being sent.
    asked.on('error', () => resolve(answer))
    asked.on('close', () => resolve(answer))
    asked.end(body)
  })
}
