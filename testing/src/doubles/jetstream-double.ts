import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { Clock } from '@leadlight/server/platform/clock'

const COLLECTION = 'app.bsky.feed.post'

export interface JetstreamDouble {
  /** For JETSTREAM_URL. */
  url: string
  /** The requests, newest last. */
  questions: URL[]
  listeners(): number
  /** Logs an event and sends it to the listeners; returns its time. */
  send(event: Record<string, unknown>): number
  sendPost(rkey: string, text: string, did?: string): number
  sendDeletion(rkey: string, did?: string): number
  sendAccount(did: string, account: { active: boolean; status?: string }): number
  /** Sends a frame as it is, without logging it. */
  sendRaw(frame: string | Uint8Array): void
  /** Drops all events so far: a cursor before them begins at the next one. */
  clear(): void
  /** Advances the time of the next event. */
  passUs(us: number): void
  /** Ends every connection, silently or with a code and a reason. */
  cut(said?: { code: number; reason: string }): void
  /** The next `times` handshakes are refused with the status, or never answered. */
  refuseNext(how: number | 'hang', times?: number): void
  close(): Promise<void>
}

interface JetstreamDoubleOptions {
  port?: number
  startAt?: Date
  /** Its time follows this clock; without it a millisecond passes with each event. */
  clock?: Clock
  /** How often it sends an event that concerns no post, as the network always does; without it, it can be silent. */
  murmurEveryMs?: number
}

/**
 * A Jetstream on loopback: `/subscribe` with an inclusive cursor in microseconds, clamped to the events still held,
 * compressed on request.
 */
export async function startJetstreamDouble({
  port = 0,
  startAt = new Date('2026-11-21T12:00:00Z'),
  clock,
  murmurEveryMs,
}: JetstreamDoubleOptions = {}): Promise<JetstreamDouble> {
  let timeUs = startAt.getTime() * 1000
  let log: { timeUs: number; frame: string }[] = []
  const questions: URL[] = []
  const refusals: (number | 'hang')[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_, response) => response.writeHead(426).end('Upgrade Required'))
  const hub = new WebSocketServer({ noServer: true, perMessageDeflate: true })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://double')
    questions.push(url)
    const refusal = refusals.shift()
    if (refusal === 'hang') return
    const status = refusal ?? (url.pathname === '/subscribe' ? undefined : 404)
    if (status !== undefined) socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    else hub.handleUpgrade(request, socket, head, (listener) => welcome(listener, url.searchParams.get('cursor')))
  })

  function welcome(listener: WebSocket, cursor: string | null): void {
    if (cursor === null) return
    for (const event of log) if (event.timeUs >= Number(cursor)) listener.send(event.frame)
  }

  function passTime(): void {
    timeUs = Math.max(timeUs + 1000, clock ? clock.now().getTime() * 1000 : 0)
  }

  function murmur(): void {
    passTime()
    const frame = JSON.stringify({ time_us: timeUs, did: 'did:plc:other', kind: 'identity', identity: {} })
    for (const listener of hub.clients) listener.send(frame)
  }

  function send(event: Record<string, unknown>): number {
    passTime()
    const frame = JSON.stringify({ time_us: timeUs, ...event })
    log.push({ timeUs, frame })
    for (const listener of hub.clients) listener.send(frame)
    return timeUs
  }

  const sendCommit = (did: string, commit: object) =>
    send({ did, kind: 'commit', commit: { rev: '3l', collection: COLLECTION, ...commit } })

  const murmuring = murmurEveryMs === undefined ? undefined : setInterval(murmur, murmurEveryMs)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    listeners: () => hub.clients.size,
    send,
    sendPost: (rkey, text, did = 'did:plc:madeup') =>
      sendCommit(did, {
        operation: 'create',
        rkey,
        cid: 'bafy',
        record: { $type: COLLECTION, text, createdAt: '1970-01-01T00:00:00.000Z' },
      }),
    sendDeletion: (rkey, did = 'did:plc:madeup') => sendCommit(did, { operation: 'delete', rkey }),
    sendAccount: (did, account) => send({ did, kind: 'account', account: { did, seq: 1, ...account } }),
    sendRaw(frame) {
      for (const listener of hub.clients) listener.send(frame)
    },
    clear() {
      log = []
    },
    passUs(us) {
      timeUs += us
    },
    cut(said) {
      for (const listener of hub.clients) if (said) listener.close(said.code, said.reason)
      if (!said) for (const listener of hub.clients) listener.terminate()
    },
    refuseNext(how, times = 1) {
      refusals.push(...Array.from({ length: times }, () => how))
    },
    close() {
      clearInterval(murmuring)
      for (const listener of hub.clients) listener.terminate()
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
