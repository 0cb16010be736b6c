import { scopeFor, type KeyScope } from '@leadlight/domain/api-keys'
import type { Permission } from '@leadlight/domain/roles'
import { z } from 'zod'
import type { ChangedPart } from './changed.ts'

/** The size limit of a body that anybody may send: a token and a password of maximum length fit in. */
export const PUBLIC_BODY_BYTES_MAX = 16_000
/**
 * The size limit of a signed-in caller's body: the longest, a project's, has 28,000 characters of six bytes at most.
 */
export const BODY_BYTES_MAX = 250_000

/** As how many calls a call counts for its caller, by what it asks of the server. */
export const COSTS = {
  plain: 1,
  /** Sums over all leads of a project or an organization. */
  sums: 5,
  /** Changes to as many objects as a filter finds. */
  bulk: 5,
  /** A list searched by its texts. */
  search: 10,
  /** A model, the judge, or somebody else's server is asked. */
  asking: 20,
  /** A file of everything that a filter finds. */
  file: 50,
} as const

type Schema = z.ZodType
const nothing = z.strictObject({})
type Nothing = typeof nothing

/** Who may call: anyone, anyone signed in, or a member whose role grants the named permission. */
export type Access = 'public' | 'signed_in' | Permission

/** The problems of a call that takes an `Idempotency-Key`. Naming them says that the call takes one. */
export const IDEMPOTENT = ['idempotency_key_reused', 'idempotent_call_running'] as const

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> {
  /** Unique and stable: the OpenAPI operation id. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In OpenAPI's notation, such as `/api/v1/leads/{projectId}/lead/{id}`. */
  path: string
  /** One sentence for the API's readers. */
  summary: string
  access: Access
  /** For a public call: a session adds to what it does. An invalid session is refused, not ignored. */
  readsSession: boolean
  params: Params
  query: Query
  body: Body
  bodyKind: 'none' | 'json' | 'form'
  /** A larger body is refused unread. */
  bodyBytesMax: number
  /** As how many calls it counts for its caller. */
  cost: number
  reply: Reply
  /**
   * `events` is a stream of server-sent events, each in the reply's shape; `json_or_events` is one if the body's
   * `stream` asks for it; `file` is a download.
   */
  replyKind: 'json' | 'none' | 'events' | 'json_or_events' | 'file'
  status: 200 | 201 | 202 | 204
  /** The `code`s of the problems that a caller may need to distinguish. */
  errors: readonly string[]
  /**
   * The fields of the body that the audit log keeps, besides the ids of the path: ids, numbers and words from a list,
   * never addresses, names, secrets or texts. `false` if the call changes nothing, as a GET unless it says otherwise.
   */
  audit: readonly string[] | false
  /**
   * The part of the path's project that the call changes, for those who have it open; null if they need not hear of it.
   * For a part made of leads, they are those that the path (`id`) or the body (`lead_ids`) names.
   */
  emits: ChangedPart | null
  /**
   * The scope that a personal key needs for the call; null if none may make it, as with everything about how somebody
   * signs in.
   */
  keys: KeyScope | null
  /** Whether a browser may keep the answer between visits: only where the call says so. */
  mayBeKept: boolean
}

interface Spec<Params, Query, Body, Reply> {
  name: string
  method: Endpoint['method']
  path: string
  summary: string
  access: Access
  readsSession?: true
  params?: Params
  query?: Query
  body?: Body
  bodyKind?: 'json' | 'form'
  /** Follows from `access` unless given. Raise it for what a third party sends and signs. */
  bodyBytesMax?: number
  /** Follows from `replyKind` unless given. */
  cost?: Exclude<keyof typeof COSTS, 'search'>
  reply?: Reply
  replyKind?: Endpoint['replyKind']
  status?: Endpoint['status']
  errors?: readonly string[]
  audit?: Endpoint['audit']
  tells?: ChangedPart
  /** Follows from `access` unless given: calls for anyone signed in are closed to keys. */
  keys?: KeyScope | false
  /** For small answers that age slowly; never for posts, nor for facts about their authors. */
  mayBeKept?: true
}

/**
 * Describes one call as plain data: the server binds it, OpenAPI prints it, the web takes its types and calls from it.
 * A query takes the parameters it names and refuses others, since ignoring a misspelt filter would return everything. A
 * call that must take any parameter gives a `z.looseObject`.
 */
export function endpoint<
  Reply extends Schema = Nothing,
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
>(spec: Spec<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  // Safe because a part left out of the spec has its type parameter defaulted to Nothing.
  const absent = nothing as unknown
  const audit = spec.audit ?? (spec.method === 'GET' ? false : [])
  return {
    ...spec,
    readsSession: spec.readsSession ?? false,
    params: spec.params ?? (absent as Params),
    query: spec.query ? onlyNamed(spec.query) : (absent as Query),
    body: spec.body ?? (absent as Body),
    bodyKind: spec.body ? (spec.bodyKind ?? 'json') : 'none',
    bodyBytesMax: spec.bodyBytesMax ?? (spec.access === 'public' ? PUBLIC_BODY_BYTES_MAX : BODY_BYTES_MAX),
    cost: COSTS[spec.cost ?? costFor(spec.replyKind)],
    reply: spec.reply ?? (absent as Reply),
    replyKind: spec.reply ? (spec.replyKind ?? 'json') : 'none',
    status: spec.status ?? (spec.reply ? 200 : 204),
    errors: spec.errors ?? [],
    audit,
    emits: spec.tells ?? null,
    keys: spec.keys === undefined ? keysFor(spec.access, { changes: audit !== false }) : spec.keys || null,
    mayBeKept: spec.mayBeKept ?? false,
  }
}

/** The calls that a file of the contract exports, each with its exported name. */
export function callsIn(file: Record<string, unknown>): [string, Endpoint][] {
  return Object.entries(file).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
}

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'bodyKind' in exported
}

function keysFor(access: Access, { changes }: { changes: boolean }): KeyScope | null {
  return access === 'public' || access === 'signed_in' ? null : scopeFor(access, { changes })
}

function costFor(replyKind: Endpoint['replyKind'] | undefined): keyof typeof COSTS {
  if (replyKind === 'file') return 'file'
  return replyKind === 'json_or_events' ? 'asking' : 'plain'
}

/** Whether the call's path names the project it is about. */
export function namesProject({ path }: Endpoint): boolean {
  return /\{projectId\}|^\/api\/v1\/project\/\{id\}/.test(path)
}

function onlyNamed<Query extends Schema>(query: Query): Query {
  // A strict object parses to the same type as the object it is made from.
  return query instanceof z.ZodObject && query.def.catchall === undefined ? (query.strict() as Schema as Query) : query
}

export type ParamsOf<E extends Endpoint> = z.input<E['params']>
export type QueryOf<E extends Endpoint> = z.input<E['query']>
export type BodyOf<E extends Endpoint> = z.input<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
