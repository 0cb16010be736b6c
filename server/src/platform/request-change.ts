import type { Endpoint } from '@leadlight/contract/endpoint'
import type { Caller } from './actor.ts'
import type { Change } from './changes.ts'

const LISTED_MAX = 10

interface Asked {
  params: unknown
  body: unknown
  requestId: string
  clientAddress: string
  userAgent: string | null
}

/**
 * The change that a request to `endpoint` asks for. Its target is the path's ids and what the endpoint names as safe.
 */
export function describeRequest(
  endpoint: Endpoint,
  { params, body, requestId, clientAddress, userAgent }: Asked,
  caller: Caller | undefined,
): Omit<Change, 'id' | 'at'> {
  const sent = body as Record<string, unknown>
  const safe = (endpoint.audit || []).map((field) => [field, sent[field]] as const)
  const key = [['api_key_id', caller?.key?.id]] as const
  const target = [...Object.entries(params as Record<string, unknown>), ...safe, ...key]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [inSnakeCase(name), inWords(value)])
  return {
    action: endpoint.name,
    target: Object.fromEntries(target) as Record<string, string>,
    actorId: caller?.userId ?? null,
    impersonatorId: caller?.impersonatorId ?? null,
    requestId,
    clientAddress,
    userAgent,
  }
}

/** The parts of bodies are already named like this; the path's have JavaScript names. */
function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A value as an entry's target has it: the start of a long list, and its length. */
export function inWords(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  const listed = value.slice(0, LISTED_MAX).map(inWords).join(', ')
  return value.length > LISTED_MAX ? `${listed} and ${value.length - LISTED_MAX} more` : listed
}
