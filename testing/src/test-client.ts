import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@leadlight/contract/endpoint'
import { Problem } from '@leadlight/contract/shapes'

/** How a test sets a request's socket address, as there is no socket. */
export const SOCKET_HEADER = 'x-test-socket-address'

/** What answers requests: the app itself, or a server of it reached by `fetch`. */
export interface Answering {
  hono: { request(path: string, init: RequestInit): Response | Promise<Response> }
}

export interface RequestOptions {
  token?: string | undefined
  /** The address at the other end of the socket; 127.0.0.1 unless given. */
  from?: string | undefined
  /** Sent as JSON. */
  body?: unknown
  form?: Record<string, string>
  /** Sent as it is, for bodies that are not JSON. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  headers?: Record<string, string>
}

export interface TestReply {
  status: number
  headers: Headers
  text: string
  /** The answer's JSON; undefined where there is none. */
  body: unknown
  /** The answer as a problem document; throws where it is not one, or is a 422 that names nothing wrong. */
  problem(): Problem
}

export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
}

export interface TestClient {
  request(method: string, path: string, options?: RequestOptions): Promise<TestReply>
  /** Makes a call of the contract, whether or not it succeeds. */
  ask<E extends Endpoint>(endpoint: E, input?: CallInput<E>, options?: RequestOptions): Promise<TestReply>
  /** Makes a call of the contract and resolves with its reply; throws the problem where the call failed. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>
}

/**
 * A client of the app, without a socket unless `app` opens one, as the holder of `token` and from the address `from` unless a request says
 * otherwise.
 */
export function createTestClient(app: Answering, token?: string, from?: string): TestClient {
  const request: TestClient['request'] = async (method, path, options = {}) => {
    const response = await app.hono.request(path, { method, ...payload({ token, from, ...options }) })
    const type = response.headers.get('content-type') ?? ''
    // A stream may never end: its head is all that was asked for.
    if (type.startsWith('text/event-stream')) await response.body?.cancel()
    const text = response.bodyUsed ? '' : await response.text()
    const isJson = type.includes('json')
    const body: unknown = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body, problem: () => readProblem(body) }
  }
  const ask: TestClient['ask'] = (endpoint, input = {}, options = {}) => {
    const form = endpoint.bodyKind === 'form' ? { form: input.body as Record<string, string> } : { body: input.body }
    return request(endpoint.method, addressOf(endpoint, input), { ...form, ...options })
  }
  return {
    request,
    ask,
    async call(endpoint, input = {}) {
      const reply = await ask(endpoint, input)
      if (reply.status !== endpoint.status) throw new Error(`${endpoint.name}: ${reply.status} ${reply.text}`)
      return (endpoint.replyKind === 'none' ? undefined : endpoint.reply.parse(reply.body)) as ReplyOf<typeof endpoint>
    },
  }
}

function payload({ token, from, body, form, raw, headers = {} }: RequestOptions): RequestInit {
  const sent = new Headers(headers)
  if (from !== undefined) sent.set(SOCKET_HEADER, from)
  if (token) sent.set('authorization', `Bearer ${token}`)
  if (form) return { headers: sent, body: new URLSearchParams(form) }
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  if (content === undefined) return { headers: sent }
  if (!sent.has('content-type')) sent.set('content-type', 'application/json')
  // `fetch` must be told to send a stream as it comes, and its types lack the option.
  return { headers: sent, body: content, ...(content instanceof ReadableStream && { duplex: 'half' }) }
}

function addressOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, string | number | string[]>)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

function readProblem(body: unknown): Problem {
  const problem = Problem.parse(body)
  if (problem.status === 422 && !problem.errors?.length) throw new Error(`A 422 that names no part: ${problem.detail}`)
  return problem
}
