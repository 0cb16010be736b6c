import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHtml } from './html.ts'

const TOKEN = 'made-up-token'

export interface MastodonStreamDouble {
  instanceUrl: string
  hostAndPort: string
  token: string
  questions: URL[]
  listeners(): number
  /** How many bytes are sent and not read yet. */
  waitingBytes(): number
  /** Sends an event to the listeners; `data` is sent as it is where it is a string. */
  send(event: string, data: unknown): void
  sendStatus(event: 'update' | 'status.update', id: string, text: string): void
  thump(): void
  /** Sends text as it is, in pieces of so many bytes. */
  sendRaw(text: string, pieceBytes?: number): Promise<void>
  cut(): void
  /** Ends every stream in good order. */
  finish(): void
  /** The next `times` streams get this answer. */
  answerNext(answer: { status: number; type: string; body: string }, times?: number): void
  close(): Promise<void>
}

/**
 * A Mastodon server that says where its streams are, and streams a hashtag by server-sent events; its timeline is
 * empty.
 */
export async function startMastodonStreamDouble(): Promise<MastodonStreamDouble> {
  const listeners = new Set<ServerResponse>()
  const questions: URL[] = []
  const answers: { status: number; type: string; body: string }[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    questions.push(url)
    if (url.pathname === '/api/v2/instance') {
      const configuration = { urls: { streaming: origin.replace('http', 'ws') } }
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ title: 'Made up', configuration }))
    }
    if (url.pathname === '/api/v1/apps/verify_credentials')
      return request.headers.authorization === `Bearer ${TOKEN}`
        ? response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Made up"}')
        : response.writeHead(401).end('{"error":"The access token is invalid"}')
    if (url.pathname.startsWith('/api/v1/timelines/tag/'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    if (url.pathname !== '/api/v1/streaming/hashtag') return response.writeHead(404).end()
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return response.writeHead(401).end('{"error":"The access token is invalid"}')
    const answer = answers.shift()
    if (answer) return response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write(':)\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return undefined
  })

  const write = (text: string | Uint8Array) => {
    for (const listener of listeners) listener.write(text)
  }
  const send = (event: string, data: unknown) =>
    write(`event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${hostAndPort}`
  return {
    instanceUrl: origin,
    hostAndPort,
    token: TOKEN,
    questions,
    listeners: () => listeners.size,
    waitingBytes: () => Math.max(0, ...[...listeners].map(({ writableLength }) => writableLength)),
    send,
    sendStatus: (event, id, text) => send(event, presentStatus(origin, id, text)),
    thump: () => write(':thump\n'),
    async sendRaw(text, pieceBytes = 1) {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        write(bytes.subarray(at, at + pieceBytes))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    cut() {
      for (const listener of listeners) listener.socket?.resetAndDestroy()
    },
    finish() {
      for (const listener of listeners) listener.end()
    },
    answerNext(answer, times = 1) {
      answers.push(...Array.from({ length: times }, () => answer))
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function presentStatus(origin: string, id: string, text: string, author = 'made_up') {
  const url = `${origin}/@${author}`
  return {
    id,
    created_at: '2026-11-21T12:00:00.000Z',
    in_reply_to_id: null,
    visibility: 'public',
    uri: `${origin}/users/${author}/statuses/${id}`,
    url: `${url}/${id}`,
    replies_count: 0,
    favourites_count: 0,
    content: toHtml(text),
    account: { id: '1', acct: author, display_name: author, bot: false, noindex: false, url },
  }
}
