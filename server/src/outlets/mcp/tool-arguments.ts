import type { Endpoint } from '@leadlight/contract/endpoint'
import type { z } from 'zod'
import { schemaOf, type Json } from '../../platform/openapi.ts'
import type { Tool } from './tools.ts'

const IDEMPOTENCY_KEY: Json = {
  type: 'string',
  description: 'A word of your own. The same call with the same word within a day is done once.',
}

export interface ApiRequest {
  method: Endpoint['method']
  /** Path and query. */
  address: string
  headers: Record<string, string>
  body?: string
}

/**
 * A tool's arguments as one JSON schema, made from the contract's own. It only describes: arguments are validated where
 * every call is.
 */
export function inputSchemaOf(tool: Tool): Json & { type: 'object' } {
  const hidden = new Set([...Object.keys(tool.fixed ?? {}), ...(tool.without ?? [])])
  const { endpoint } = tool
  const parts = [endpoint.params, endpoint.query, endpoint.body].map(fieldsOf)
  const properties: Json = {}
  const required: string[] = []
  for (const { fields, needed } of parts) {
    for (const [name, schema] of Object.entries(fields)) {
      if (hidden.has(name)) continue
      const known = argumentOf(tool, name)
      properties[known] = schema
      if (needed.has(name)) required.push(known)
    }
  }
  if (takesIdempotencyKey(endpoint)) properties['idempotency_key'] = IDEMPOTENCY_KEY
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Turns a tool's call into its API call. Arguments the tool does not know are sent along, to be refused by name. */
export function requestOf(tool: Tool, given: Readonly<Record<string, unknown>>): ApiRequest {
  const { endpoint } = tool
  const left = new Map(Object.entries({ ...tool.usual, ...given, ...tool.fixed }))
  const take = (name: string) => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath(take(argumentOf(tool, name))))
  const key = takesIdempotencyKey(endpoint) ? take('idempotency_key') : undefined
  const headers = key === undefined ? {} : { 'idempotency-key': inWords(key) }
  if (endpoint.bodyKind === 'json') {
    const query = queryOf(Object.keys(fieldsOf(endpoint.query).fields).map((name) => [name, take(name)]))
    const body = JSON.stringify(Object.fromEntries(left))
    return {
      method: endpoint.method,
      address: path + query,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }
  }
  return { method: endpoint.method, address: path + queryOf([...left]), headers }
}

/** Anything that cannot be an id becomes a missing id, so that no argument changes the path. */
function inPath(value: unknown): string {
  return typeof value === 'string' && /^[\w-]+$/.test(value) ? value : 'missing'
}

function takesIdempotencyKey({ errors }: Endpoint): boolean {
  return errors.includes('idempotency_key_reused')
}

/** The path's names are in JavaScript's style; a tool's are in that of the bodies. */
function argumentOf({ idIs }: Tool, name: string): string {
  if (name === 'id' && idIs) return idIs
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Rewrites a sentence about a part of the call to use the tool's name for it. */
export function inToolsWords(tool: Tool, detail: string): string {
  return detail.replace(/^(?:path|query|body)\.(\w+)/, (_, name: string) => argumentOf(tool, name))
}

/** The fields of an object, or of all variants of a union; required are those that every variant requires. */
function fieldsOf(schema: z.ZodType): { fields: Json; needed: ReadonlySet<string> } {
  const shape = schemaOf(schema, 'input') as { properties?: Json; required?: string[]; anyOf?: (typeof shape)[] }
  const shapes = shape.anyOf ?? [shape]
  const fields = Object.assign({}, ...shapes.map(({ properties = {} }) => properties)) as Json
  const needed = Object.keys(fields).filter((name) => shapes.every(({ required = [] }) => required.includes(name)))
  return { fields, needed: new Set(needed) }
}

function queryOf(entries: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of entries) {
    const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
    for (const one of isPlainList ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) query.append(name, inWords(one))
    }
  }
  return query.size > 0 ? `?${query.toString()}` : ''
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
