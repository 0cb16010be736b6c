import type { Endpoint, ReplyOf } from '@leadlight/contract/endpoint'
import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { requirePermission, type Actor, type Caller } from './actor.ts'
import { admitCaller, costOf, requireAllowance } from './admission.ts'
import { createCallCounter, type CallCounter } from './allowance.ts'
import { runAsChange, type RecordChange, type EmitChange } from './changes.ts'
import { clientAddress, clientNetwork, isTrusted } from './client-address.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import { createTurns, inTurn, type Turns } from './heavy-turns.ts'
import { readRequest } from './http-request.ts'
import { readIdempotencyKey } from './idempotency.ts'
import type { NewId } from './ids.ts'
import type { Log } from './log.ts'
import { logRequest, type RequestVariables } from './log-request.ts'
import type { Metrics } from './metrics.ts'
import { presentProblem } from './problem.ts'
import { describeRequest } from './request-change.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

/** Turns tokens into callers; the accounts slice provides it. */
export interface Authenticator {
  /**
   * The signed-in caller; throws `unauthorized` when the token is missing, unknown, expired or ended. Counts the call
   * at its cost, and leaves refusing calls beyond the allowance to its caller.
   */
  caller(authorization: string | undefined, cost: number): Promise<Caller>
  /** The caller as an actor of their organization; throws `forbidden` where they have none. */
  actor(caller: Caller): Promise<Actor>
}

export interface HttpDependencies {
  authenticator: Authenticator
  clock: Clock
  newId: NewId
  log: Log
  /** The level at which requests are logged; our own failures are also logged as errors. */
  requestLevel?: 'debug' | 'info'
  metrics: Metrics
  trustProxy: readonly string[]
  /** How many calls a minute a client may make without signing in; 0 means uncounted. */
  publicCallsPerMinute: number
  /** Where else the web app's pages may send usage data. */
  analyticsUrl?: string | undefined
  /** Records what a request changed, in the transaction that changed it. */
  recordChange: RecordChange
  /** How a request's changes are emitted to other listeners; undefined where nobody needs to hear of them. */
  emitChange: (asked: AskedChange) => EmitChange | undefined
  /** The request's socket address, as the underlying server knows it. */
  socketAddress: (c: Context) => string
}

/** A request that may change something, as far as others may know of it. */
export interface AskedChange {
  endpoint: Endpoint
  params: unknown
  body: unknown
  /** The caller's own name for itself, so that it can tell its own changes among those it hears of. */
  origin: string | undefined
  at: Date
}

/** The HTTP side of the installation: routes bound to contract endpoints, and their list for the OpenAPI document. */
export interface App {
  hono: Hono<{ Variables: RequestVariables }>
  endpoints: Endpoint[]
  /** Counts calls without sign-in by client; undefined where they are not counted. */
  countPublicCall: CallCounter | undefined
  turns: Turns
  dependencies: HttpDependencies
}

export interface RequestOf<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /** The raw body, for what is signed byte for byte. */
  bodyText: string
  header: (name: string) => string | undefined
  requestId: string
  clientAddress: string
  userAgent: string | null
  cookies: Readonly<Record<string, string>>
  lastEventId: string | undefined
  /** The caller's key for repeating the call; undefined where they gave none. */
  idempotencyKey: string | undefined
  /** Aborted when the client hangs up. Made on first use, because it has a cost. */
  readonly signal: AbortSignal
}

type Header = [name: string, value: string]

/** A reply that sets headers of its own, such as cookies. */
export class ReplyWithHeaders<Reply> {
  readonly reply: Reply
  readonly headers: readonly Header[]

  constructor(reply: Reply, headers: readonly Header[]) {
    this.reply = reply
    this.headers = headers
  }
}

/** A handler's result: the reply, with headers where it has some, or nothing where the endpoint has no reply. */
type Handled<E extends Endpoint> = Promise<ReplyOf<E> | ReplyWithHeaders<ReplyOf<E>> | undefined>

export function createApp(dependencies: HttpDependencies): App {
  const { clock, newId, log, metrics, requestLevel = 'info' } = dependencies
  const policy = contentSecurityPolicy(dependencies.analyticsUrl)
  const hono = new Hono<{ Variables: RequestVariables }>()
  hono.use(async (c, next) => {
    const startedMs = clock.now().getTime()
    const given = c.req.header('x-request-id')
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : newId()
    c.set('requestId', requestId)
    c.set('route', 'none')
    // Set on `c.res`, so that these headers stay on answers that the context does not make itself.
    c.res.headers.set('x-request-id', requestId)
    securityHeaders(c, { policy, isSecure: isSecure(dependencies, c) })
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    const elapsedMs = clock.now().getTime() - startedMs
    metrics.observeRequest({
      method: c.req.method,
      route: c.get('route'),
      status: c.res.status,
      seconds: elapsedMs / 1000,
    })
    const client = addressOf(dependencies, c)
    logRequest((fields, message) => log[requestLevel](fields, message), c, { client, ms: elapsedMs })
  })
  hono.onError((error, c) => {
    const problem = presentProblem(error, c.get('requestId'))
    c.set('code', problem.code)
    if (error instanceof AppError && error.account !== undefined) c.set('account', error.account)
    // A client that hangs up during a request is not our failure.
    const isGone = c.req.raw.signal.aborted
    if (problem.status >= 500 && !isGone) log.error({ requestId: problem.request_id, err: error }, 'request failed')
    if (problem.status === 401) c.header('www-authenticate', challengeOf(c))
    if (error instanceof AppError && error.retryAfterMs !== undefined) {
      c.header('retry-after', String(Math.ceil(error.retryAfterMs / 1000)))
    }
    return c.json(problem, problem.status as ContentfulStatusCode, { 'content-type': 'application/problem+json' })
  })
  const limit = { policy: 'client', callsMax: dependencies.publicCallsPerMinute } as const
  const countPublicCall = createCallCounter(limit, clock)
  return { hono, endpoints: [], countPublicCall, turns: createTurns(clock), dependencies }
}

/** What a 401 asks for (RFC 6750): whoever sent a token is told that it is invalid. */
function challengeOf(c: Context): string {
  return c.req.header('authorization') === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
}

/**
 * Binds an endpoint that anyone may call, up to the client's limit; the call is counted before anything of it is read.
 */
export function servePublic<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: RequestOf<E>) => Handled<E>,
): void {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.name} is not public`)
  bind(app, endpoint, {
    admit: (c) => {
      countStranger(app, c, costOf(c, endpoint))
      return Promise.resolve({ who: undefined, caller: undefined })
    },
    answer: async (request) => reply(endpoint, await handler(request)),
  })
}

/** Binds an endpoint that anyone may call and that does more for signed-in callers; an invalid token is refused. */
export function serveAnyone<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: RequestOf<E> & { caller: Caller | undefined }) => Handled<E>,
): void {
  if (!endpoint.readsSession) throw new Error(`${endpoint.name} reads no session`)
  bind(app, endpoint, {
    admit: async (c) => {
      const bringsToken = /^bearer\b/i.test(c.req.header('authorization') ?? '')
      const { authenticator } = app.dependencies
      if (!bringsToken) countStranger(app, c, costOf(c, endpoint))
      const caller = bringsToken ? await admitCaller(c, { authenticator, endpoint }) : undefined
      return { who: caller, caller }
    },
    answer: async (request, caller) => reply(endpoint, await handler(Object.assign(request, { caller }))),
  })
}

/** Binds an endpoint for anyone signed in, with or without an organization. */
export function serveSignedIn<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: RequestOf<E> & { caller: Caller }) => Handled<E>,
): void {
  if (endpoint.access !== 'signed_in') throw new Error(`${endpoint.name} is not for everyone signed in`)
  bind(app, endpoint, {
    admit: async (c) => {
      const caller = await admitCaller(c, { authenticator: app.dependencies.authenticator, endpoint })
      return { who: caller, caller }
    },
    answer: async (request, caller) => reply(endpoint, await handler(Object.assign(request, { caller }))),
  })
}

/** Binds an endpoint that names a permission: the actor's role must grant it before anything else is checked. */
export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: RequestOf<E> & { actor: Actor; caller: Caller }) => Handled<E>,
): void {
  bind(app, endpoint, {
    admit: admitActor(app, endpoint),
    answer: async (request, who) => reply(endpoint, await handler(Object.assign(request, who))),
  })
}

/** Binds an endpoint whose handler makes the whole response: a download, or JSON or a stream as the body asks. */
export function serveResponse<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: RequestOf<E> & { actor: Actor }) => Promise<Response>,
): void {
  bind(app, endpoint, {
    admit: admitActor(app, endpoint),
    answer: (request, who) => handler(Object.assign(request, who)),
  })
}

export const EVENTS_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/**
 * Binds an endpoint that streams server-sent events. A stream outlives the check of its caller, so the handler has to
 * check again before it sends anything.
 */
export function serveEvents<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: RequestOf<E> & { actor: Actor; caller: Caller }) => Promise<ReadableStream<Uint8Array>>,
): void {
  bind(app, endpoint, {
    admit: admitActor(app, endpoint),
    answer: async (request, who) =>
      new Response(await handler(Object.assign(request, who)), { headers: EVENTS_HEADERS }),
  })
}

type AdmitActor = (c: Context) => Promise<Admitted<{ actor: Actor; caller: Caller }>>

function admitActor(app: App, endpoint: Endpoint): AdmitActor {
  const permission = endpoint.access
  if (permission === 'public' || permission === 'signed_in') throw new Error(`${endpoint.name} names no permission`)
  const { authenticator } = app.dependencies
  return async (c) => {
    const caller = await admitCaller(c, { authenticator, endpoint })
    const actor = await authenticator.actor(caller)
    requirePermission(actor, permission)
    return { who: { actor, caller }, caller }
  }
}

/** A body that takes longer may have been held back on purpose, until after its sender was signed out. */
const HELD_BACK_MS = 1000

interface Admitted<Who> {
  who: Who
  /** Undefined where anyone may call. */
  caller: Caller | undefined
}

interface Binding<E extends Endpoint, Who> {
  /**
   * Identifies the caller before the request is read, so that a stranger costs little and learns nothing of what a call
   * expects.
   */
  admit: (c: Context) => Promise<Admitted<Who>>
  answer: (request: RequestOf<E>, who: Who) => Promise<Response>
}

function bind<E extends Endpoint, Who>(app: App, endpoint: E, { admit, answer }: Binding<E, Who>): void {
  app.endpoints.push(endpoint)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
  app.hono.on(endpoint.method, [path, `${path}/`], async (c) => {
    c.set('route', endpoint.path)
    const { newId, clock, recordChange, emitChange } = app.dependencies
    const admittedMs = clock.now().getTime()
    const asked = await admit(c)
    const parts = (await readRequest(c, endpoint)) as Pick<RequestOf<E>, 'params' | 'query' | 'body' | 'bodyText'>
    const isHeldBack = clock.now().getTime() - admittedMs > HELD_BACK_MS
    const { who, caller } = isHeldBack ? await admit(c) : asked
    const request = {
      ...parts,
      header: (name: string) => c.req.header(name),
      requestId: c.get('requestId'),
      clientAddress: addressOf(app.dependencies, c),
      userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
      cookies: getCookie(c),
      lastEventId: c.req.header('last-event-id'),
      idempotencyKey: readIdempotencyKey(c.req.header('idempotency-key')),
      get signal() {
        return c.req.raw.signal
      },
    }
    return inTurn(app.turns, { c, endpoint, caller }, () => {
      if (endpoint.audit === false) return answer(request, who)
      const change = { id: newId(), at: clock.now(), ...describeRequest(endpoint, request, caller) }
      const tell = emitChange({ endpoint, ...parts, origin: c.req.header('x-origin'), at: change.at })
      return runAsChange(change, { record: recordChange, emit: tell }, () => answer(request, who))
    })
  })
}

/** Refuses a call without sign-in beyond its client's limit. */
export function countStranger(app: App, c: Context, cost: number): void {
  const allowance = app.countPublicCall?.(clientNetwork(addressOf(app.dependencies, c)), cost)
  if (allowance) requireAllowance(c, allowance)
}

/** Whether the browser came by TLS, as far as we can know: anybody can write a forwarding header. */
function isSecure({ socketAddress, trustProxy }: HttpDependencies, c: Context): boolean {
  if (c.req.url.startsWith('https:')) return true
  return c.req.header('x-forwarded-proto') === 'https' && isTrusted(socketAddress(c), trustProxy)
}

function addressOf({ socketAddress, trustProxy }: HttpDependencies, c: Context): string {
  return clientAddress(socketAddress(c), c.req.header('x-forwarded-for'), trustProxy)
}

function reply(endpoint: Endpoint, handled: unknown): Response {
  const { status } = endpoint
  const { reply: value, headers } =
    handled instanceof ReplyWithHeaders ? (handled as ReplyWithHeaders<unknown>) : { reply: handled, headers: [] }
  if (endpoint.replyKind === 'none') return new Response(null, { status, headers: [...headers] })
  return Response.json(endpoint.reply.parse(value), { status, headers: [...headers, ['cache-control', 'no-store']] })
}
