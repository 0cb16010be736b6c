import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHAT, MESSAGES, RESPONSES, type Dialect } from './model-dialects.ts'
import { giveReadingByWords, isReadingAsked } from './reading-model.ts'

/** What the double does with a request. */
export type Script =
  /** Ends only once `mayEnd` does, where given. */
  | { kind: 'say'; pieces: readonly string[]; pauseMs?: number; mayEnd?: Promise<unknown> }
  /** Sends these pieces, then nothing more. */
  | { kind: 'silent'; pieces: readonly string[] }
  /** Sends these pieces, then breaks the connection. */
  | { kind: 'broken'; pieces: readonly string[] }
  /** Sends these pieces, then ends the stream as if nothing were missing. */
  | { kind: 'cut_short'; pieces: readonly string[] }
  /** Sends these pieces, then reports a failure in the stream. */
  | { kind: 'failing'; pieces: readonly string[] }
  /** The provider's own filter stops the answer. */
  | { kind: 'filtered'; pieces: readonly string[] }
  | { kind: 'garbage' }
  | { kind: 'endless' }
  | { kind: 'error'; status: number; retryAfterS?: number }

/** A request as the model sees it. */
export interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  instructions: string
  prompt: string
  /** Whether the client hung up before the end of the answer. */
  isCutOff: boolean
}

export interface LanguageModelDouble {
  /** Without a trailing slash, and with the version that providers' libraries expect. */
  url: string
  asked: Asked[]
  /** Decides on every request; by words in the prompt unless a test sets its own. */
  script: (asked: Asked) => Script
  /** The environment the product needs to use the double. */
  environment(provider?: 'openai' | 'anthropic' | 'openai-compatible'): Record<string, string>
  close(): Promise<void>
}

export const DOUBLE_MODEL = 'double-1'

const DIALECTS: Readonly<Record<string, Dialect>> = {
  '/v1/chat/completions': CHAT,
  '/v1/responses': RESPONSES,
  '/v1/messages': MESSAGES,
}

const REPLY =
  'Thanks for writing this up. What you describe is mostly a matter of how much you want to look after yourself. ' +
  'I work on a product in this field, so take that into account. Which part costs you the most time today?'
const PACE_MS = 40
const ENDLESS_PAUSE_MS = 1

/** Stands in for OpenAI, Anthropic and everything compatible with OpenAI. */
export async function startLanguageModelDouble({ port = 0 }: { port?: number } = {}): Promise<LanguageModelDouble> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(`The double itself failed: ${String(error)}`)
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://double').pathname
    const dialect = DIALECTS[path]
    if (!dialect || request.method !== 'POST') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Unknown path"}}')
      return
    }
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    const asked: Asked = { path, headers: request.headers, body, ...dialect.read(body), isCutOff: false }
    double.asked.push(asked)
    response.once('close', () => {
      asked.isCutOff = !response.writableFinished
    })
    await perform(double.script(asked), { dialect, model: String(body['model']), body, response })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const double: LanguageModelDouble = {
    url,
    asked: [],
    script: scriptByWord,
    environment: (provider = 'openai-compatible') => ({
      AI_PROVIDER: provider,
      AI_BASE_URL: url,
      AI_MODEL: DOUBLE_MODEL,
      AI_API_KEY: 'shared-with-the-double',
    }),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return double
}

/**
 * Chooses by a word in the prompt, such as `double:broken`. Without one it reads a post where that is asked for, else
 * it says a few plain sentences at a model's pace.
 */
export function scriptByWord({ prompt }: Pick<Asked, 'prompt'>): Script {
  const pieces = REPLY.split(/(?<=\s)/u)
  const half = pieces.slice(0, 12)
  switch (/\bdouble:(\w+)/u.exec(prompt)?.[1]) {
    case 'slow':
      return { kind: 'say', pieces, pauseMs: 400 }
    case 'broken':
      return { kind: 'broken', pieces: half }
    case 'failing':
      return { kind: 'failing', pieces: half }
    case 'filtered':
      return { kind: 'filtered', pieces: half }
    case 'silent':
      return { kind: 'silent', pieces: half }
    case 'garbage':
      return { kind: 'garbage' }
    case 'endless':
      return { kind: 'endless' }
    case 'refused':
      return { kind: 'error', status: 401 }
    case 'busy':
      return { kind: 'error', status: 429, retryAfterS: 1 }
    case 'down':
      return { kind: 'error', status: 500 }
    case undefined:
    default:
      if (isReadingAsked(prompt)) return giveReadingByWords({ prompt })
      return { kind: 'say', pieces, pauseMs: PACE_MS }
  }
}

interface Performance {
  dialect: Dialect
  model: string
  body: Record<string, unknown>
  response: ServerResponse
}

async function perform(script: Script, { dialect, model, body, response }: Performance): Promise<void> {
  if (script.kind === 'error') {
    const retry = script.retryAfterS === undefined ? {} : { 'retry-after': String(script.retryAfterS) }
    const words = JSON.stringify(dialect.error(script.status, 'The double was told to fail.'))
    response.writeHead(script.status, { 'content-type': 'application/json', ...retry }).end(words)
    return
  }
  if (body['stream'] !== true) {
    await performWhole(script, { dialect, model, response })
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  if (script.kind === 'garbage') {
    response.end('data: {"id": \n\ndata: <html>502</html>\n\n')
    return
  }
  response.write(dialect.start(model))
  const say = (piece: string) => response.write(dialect.delta(piece, model))
  if (script.kind === 'endless') {
    while (!response.destroyed) {
      say('word after word ')
      await sleep(ENDLESS_PAUSE_MS)
    }
    return
  }
  for (const piece of script.pieces) {
    if (response.destroyed) return
    say(piece)
    if (script.kind === 'say' && script.pauseMs) await sleep(script.pauseMs)
  }
  if (script.kind === 'say') await script.mayEnd
  finish(script.kind, { dialect, model, response })
}

/** Performs a script as an answer in one piece. */
async function performWhole(
  script: Exclude<Script, { kind: 'error' }>,
  { dialect, model, response }: Omit<Performance, 'body'>,
): Promise<void> {
  if (script.kind === 'silent') return
  response.writeHead(200, { 'content-type': 'application/json' })
  if (script.kind === 'say' || script.kind === 'filtered') {
    if (script.kind === 'say' && script.pauseMs) await sleep(script.pauseMs)
    if (script.kind === 'say') await script.mayEnd
    const reason = script.kind === 'say' ? 'done' : 'refused'
    response.end(JSON.stringify(dialect.whole(script.pieces.join(''), model, reason)))
    return
  }
  response.write('{"cut')
  if (script.kind === 'broken') setTimeout(() => response.socket?.resetAndDestroy(), 20)
  else if (script.kind !== 'endless') response.end()
  while (script.kind === 'endless' && !response.destroyed) {
    response.write(' '.repeat(100))
    await sleep(ENDLESS_PAUSE_MS)
  }
}

function finish(kind: Script['kind'], { dialect, model, response }: Omit<Performance, 'body'>): void {
  if (kind === 'silent') return
  if (kind === 'cut_short') response.end()
  else if (kind === 'failing') response.end(dialect.failure('The double was told to fail.'))
  else if (kind === 'broken') setTimeout(() => response.socket?.resetAndDestroy(), 20)
  else response.end(dialect.end(model, kind === 'filtered' ? 'refused' : 'done'))
}
