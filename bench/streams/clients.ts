// node clients.ts: opens as many connections as it is told. Each asks for one stream and keeps almost nothing.
import { connect, type Socket } from 'node:net'
import process from 'node:process'

const OPENING_AT_ONCE = 100
/** All connections read into the same bytes, which are looked at and dropped. */
const READ_INTO = Buffer.alloc(65_536)

/** A message from the parent. */
export type ReceivedEvent =
  | { say: 'open'; port: number; streams: readonly StreamRequest[] }
  /** Waits for this text on streams of the project, from now on. */
  | { say: 'expect'; text: string; projectId: string; streams: number }
  /** How many are open? */
  | { say: 'count' }
  | { say: 'close' }

/** An answer to the parent. */
export type Answer =
  | { open: number }
  | { expecting: string }
  /** When each stream of the project received it, in milliseconds since 1970. */
  | { receivedAt: number[] }
  | { failed: string }

export interface StreamRequest {
  projectId: string
  token: string
}

interface Expected {
  text: string
  projectId: string
  streams: number
  receivedAt: number[]
}

const sockets: Socket[] = []
let expected: Expected | undefined

process.on('message', (told: ReceivedEvent) => {
  handle(told).catch((error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }))
})
process.on('disconnect', () => process.exit(1))

async function handle(told: ReceivedEvent): Promise<void> {
  if (told.say === 'expect') {
    expected = { ...told, receivedAt: [] }
    answer({ expecting: told.text })
  }
  if (told.say === 'count') answer({ open: sockets.filter(({ readyState }) => readyState === 'open').length })
  if (told.say === 'close') {
    for (const socket of sockets.splice(0)) socket.destroy()
    answer({ open: 0 })
  }
  if (told.say !== 'open') return
  const waiting = [...told.streams]
  await Promise.all(
    Array.from({ length: OPENING_AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) sockets.push(await open(told.port, next))
    }),
  )
  answer({ open: sockets.length })
}

/** Resolves once the stream has said that it is open. */
function open(port: number, { projectId, token }: StreamRequest): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let isOpen = false
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: READ_INTO,
      callback(length) {
        const text = READ_INTO.toString('latin1', 0, length)
        if (!isOpen) {
          isOpen = text.includes(': open')
          if (isOpen) resolve(socket)
          else if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 400)))
        } else if (expected?.projectId === projectId && text.includes(expected.text)) hear(expected)
        return true
      },
    },
  })
  socket.once('error', reject)
  socket.once('close', () => reject(new Error('The server closed the connection.')))
  const head = [
    `GET /api/v1/events/${projectId} HTTP/1.1`,
    'host: localhost',
    'accept: text/event-stream',
    `authorization: Bearer ${token}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return promise
}

function hear({ receivedAt, streams }: Expected): void {
  receivedAt.push(performance.timeOrigin + performance.now())
  if (receivedAt.length === streams) answer({ receivedAt })
}

function answer(what: Answer): void {
  process.send?.(what)
}
