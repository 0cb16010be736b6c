import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { record } from '../record.ts'

export interface Question {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  /** The request's body; empty where there is none. */
  body: string
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body: string | Uint8Array
}

/** A way to misbehave instead of answering. */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'reset_mid_body' }
  | { kind: 'truncated' }
  | { kind: 'drip' }
  | { kind: 'html' }
  | { kind: 'body'; body: string }

export interface Double {
  /** Without a trailing slash. */
  url: string
  /** As OUTBOUND_ALLOW wants it. */
  hostAndPort: string
  /** What it was asked last. */
  questions: Question[]
  /** The next `times` requests meet the fault, whatever they ask. */
  failNext(fault: Fault, times?: number): void
  /** Cancels all faults still to come. */
  recover(): void
  /** From now on requests wait, until the returned function lets them be answered. */
  silence(): () => void
  close(): Promise<void>
}

export interface DoubleOptions {
  /** 0, the default, takes any free port. */
  port?: number
  gzip?: boolean
  /** Called when a request is left unanswered, for tests that control the clock of its timeout. */
  onHang?: () => void
}

/** A third party on loopback that answers by `answer`, or fails as told. */
export async function startDouble(
  answer: (question: Question) => Answer | Promise<Answer>,
  { port = 0, gzip = false, onHang }: DoubleOptions = {},
): Promise<Double> {
  const questions: Question[] = []
  const faults: Fault[] = []
  let held = Promise.resolve()
  const server = createServer((request, response) => {
    hear(request, response).catch((error: unknown) => {
      response.writeHead(500).end(`The double itself failed: ${String(error)}`)
    })
  })

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await questionOf(request)
    record(questions, question)
    await held
    await respond(question, response)
  }

  async function respond(question: Question, response: ServerResponse): Promise<void> {
    const fault = faults.shift()
    if (fault?.kind === 'hang') onHang?.()
    if (fault) return misbehave(fault, response, () => answer(question))
    const { status = 200, headers = {}, body } = await answer(question)
    const sent = gzip ? gzipSync(body) : body
    response.writeHead(status, { ...headers, ...(gzip && { 'content-encoding': 'gzip' }) }).end(sent)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${hostAndPort}`,
    hostAndPort,
    questions,
    recover() {
      faults.length = 0
    },
    failNext(fault, times = 1) {
      faults.push(...Array.from({ length: times }, () => fault))
    },
    silence() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

async function questionOf(request: IncomingMessage): Promise<Question> {
  const { method = 'GET', url = '/', headers } = request
  const body = method === 'GET' ? '' : await text(request)
  return { method, url: new URL(url, 'http://double'), headers, body }
}

/** Sends the fault instead of the real answer. */
export async function misbehave(
  fault: Fault,
  response: ServerResponse,
  real: () => Answer | Promise<Answer>,
): Promise<void> {
  if (fault.kind === 'hang') return
  if (fault.kind === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (fault.kind === 'status') {
    response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    return
  }
  if (fault.kind === 'html') {
    const page = '<!doctype html><title>Just a moment</title><h1>Checking your browser</h1>'
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    return
  }
  const { headers, body } = await real()
  if (fault.kind === 'body') {
    response.writeHead(200, headers).end(fault.body)
    return
  }
  const bytes = Buffer.from(body)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  if (fault.kind === 'truncated') response.writeHead(200, headers).end(half)
  else if (fault.kind === 'drip') drip(response.writeHead(200, headers), bytes)
  else {
    response.writeHead(200, { ...headers, 'content-length': String(bytes.length) }).write(half)
    setTimeout(() => response.socket?.resetAndDestroy(), 20)
  }
}

/** One byte a second, for as long as the other side listens. */
function drip(response: ServerResponse, bytes: Buffer): void {
  let sent = 0
  const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1000)
  response.write(bytes.subarray(sent, ++sent))
  response.on('close', () => clearInterval(timer))
}
