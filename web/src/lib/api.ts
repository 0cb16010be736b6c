import type * as contract from '@leadlight/contract/calls'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@leadlight/contract/endpoint'
import { getInstance } from 'virtual:calls'
import { ORIGIN } from './origin.ts'
import { RequestError } from './request-error.ts'
import { isFromServer, isServerAway, noteAnswer } from './server-state.ts'
import { findToken, removeToken } from './session.ts'
import { STORED, writeStored } from './storage.ts'

/** One call of the contract as the browser needs it: no validators, only the route and the types of input and reply. */
export interface Route<E extends Endpoint = Endpoint> {
  method: Endpoint['method']
  /** In OpenAPI notation: `/api/v1/project/{id}`. */
  path: string
  bodyKind?: 'json' | 'form'
  isPublic?: true
  mayBeKept?: true
  /** Carries the types; never set at run time. */
  endpoint?: E
}

type Contract = typeof contract
type CallName = { [Name in keyof Contract]: Contract[Name] extends Endpoint ? Name : never }[keyof Contract]

/** The exports of `virtual:calls`. */
export type Calls = { [Name in CallName]: Contract[Name] extends Endpoint ? Route<Contract[Name]> : never }

/**
 * Leaves out a part that the contract leaves out (`Record<string, never>`), and makes one optional if it may be empty.
 */
type Part<Name extends string, Shape> = string extends keyof Shape
  ? [Shape[keyof Shape]] extends [never]
    ? unknown
    : { [K in Name]?: Shape }
  : Partial<Shape> extends Shape
    ? { [K in Name]?: Shape }
    : { [K in Name]: Shape }

export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    signal?: AbortSignal
    headers?: Record<string, string>
    /** Calls as this token's user instead of the session's. */
    token?: string
  }

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | string[] | undefined>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  token?: string
}

export type SignInReason = 'no_token' | 'unauthorized'

/** Codes of refusals that mean the user's membership or role has changed. */
const MEMBERSHIP_CODES = ['role_too_low', 'organization_required']

let needSignIn: (reason: SignInReason) => void = () => undefined
let membershipDoubted: () => void = () => undefined
let projectId: string | null = null

/** Registers what happens when a call needs a sign-in. The app sets it once, at startup. */
export function onSignInNeeded(listener: (reason: SignInReason) => void): void {
  needSignIn = listener
}

/**
 * Registers what happens when a call is refused for the user's role or membership. Returns the unsubscribe function.
 */
export function onMembershipDoubted(listener: () => void): () => void {
  membershipDoubted = listener
  return () => {
    if (membershipDoubted === listener) membershipDoubted = () => undefined
  }
}

/** Signals that the user's role or membership may have changed. */
export function reportMembershipDoubt(): void {
  membershipDoubted()
}

/**
 * Called when the route's project changes, with null on routes without one; the last id is stored as the selected
 * project.
 */
export function setCurrentProjectId(id: string | null): void {
  if (id === projectId) return
  projectId = id
  if (id) writeStored(STORED.selectedProjectId, id)
}

export function currentProjectId(): string | null {
  return projectId
}

/** Calls the server and returns the parsed answer. Throws `RequestError` for anything but success. */
export async function call<E extends Endpoint>(route: Route<E>, input: Input<E>): Promise<ReplyOf<E>> {
  const response = await send(route, input)
  // The server validates its reply against the contract before sending it.
  return (await readReply(response, 'The server’s answer could not be read.', input.signal)) as ReplyOf<E>
}

/** Like `call`, but returns the unread response, for streams. */
export async function send<E extends Endpoint>(route: Route<E>, input: Input<E>): Promise<Response> {
  const given = input as AnyInput
  const token = route.isPublic ? null : (given.token ?? requireToken())
  const response = await reach(urlOf(route, given), {
    method: route.method,
    headers: { ...headersOf(route, token), ...given.headers },
    ...bodyOf(route, given.body),
    ...(given.signal ? { signal: given.signal } : {}),
  })
  if (response.ok) return response
  const { body } = await readBody(response, given.signal)
  if (response.status === 401 && token) throw refuse(token, body)
  const error = new RequestError(response.status, body)
  if (response.status === 403 && MEMBERSHIP_CODES.includes(error.code ?? '')) reportMembershipDoubt()
  throw error
}

/** Reads a URL that needs no token. */
export async function fetchJson(address: string): Promise<unknown> {
  return readReply(await reach(address, {}), 'An error occurred while fetching the data.')
}

let asking: Promise<unknown> | null = null

/** Asks whether the server is there, which `isServerAway` then says. Once at a time. Never rejects. */
export async function askServer(): Promise<void> {
  asking ??= Promise.allSettled([call(getInstance, {})]).finally(() => (asking = null))
  await asking
}

function requireToken(): string {
  const token = findToken()
  if (token) return token
  needSignIn('no_token')
  throw new RequestError(401, null, 'Unauthorized')
}

/** A 401 ends the session the request was made in; a late one must not end a newer session. */
function refuse(token: string, body: unknown): RequestError {
  if (findToken() === token) {
    removeToken()
    needSignIn('unauthorized')
  }
  return new RequestError(401, body, 'Unauthorized')
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init)
    noteReach(address, response)
    return response
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    noteReach(address, null)
    throw new RequestError(0, null, 'The server could not be reached.')
  }
}

/** One call may fail, or be answered, by itself. Whether the server is there is asked of the call that needs nothing. */
function noteReach(address: string, response: Response | null): void {
  if (address === getInstance.path) noteAnswer(response)
  else if (isFromServer(response) === isServerAway()) void askServer()
}

function urlOf(route: Route, { params = {}, query = {} }: AnyInput): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, one)
  }
  return search.size > 0 ? `${path}?${search}` : path
}

function headersOf(route: Route, token: string | null): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}`, 'x-origin': ORIGIN } : {}),
    ...(route.bodyKind === 'json' ? { 'content-type': 'application/json' } : {}),
  }
}

function bodyOf(route: Route, body: unknown): { body?: string | URLSearchParams } {
  if (!route.bodyKind) return {}
  if (route.bodyKind === 'form') return { body: new URLSearchParams(body as Record<string, string>) }
  return { body: JSON.stringify(body) }
}

/** What a success holds. A page that a proxy puts in its place is a failure. */
async function readReply(response: Response, message: string, signal?: AbortSignal): Promise<unknown> {
  const { body, isReadable } = await readBody(response, signal)
  if (!response.ok || !isReadable) throw new RequestError(response.status, body, message)
  return body
}

/** JSON if the content type says so and it is, otherwise text; null if it is empty. */
async function readBody(
  response: Response,
  signal: AbortSignal | undefined,
): Promise<{ body: unknown; isReadable: boolean }> {
  const text = await readText(response, signal)
  if (text === '') return { body: null, isReadable: true }
  const unread = { body: text, isReadable: false }
  if (!response.headers.get('content-type')?.includes('json')) return unread
  try {
    return { body: JSON.parse(text) as unknown, isReadable: true }
  } catch {
    // Cut short on its way: no more than a proxy's page.
    return unread
  }
}

/** A connection that is lost on the way is as good as no answer. */
async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new RequestError(0, null, 'The server’s answer broke off.')
  }
}
