import type { Endpoint } from '@leadlight/contract/endpoint'
import type { Context } from 'hono'
import type { z } from 'zod'
import { describeIssue, presentIssues } from './describe-issue.ts'
import { AppError } from './errors.ts'

export const BODY_BYTES_MAX = 1_000_000
/** Far more than any shape has; beyond it the mere walk through half a million brackets would hold others up. */
const LEVELS_MAX = 32

/** Reads a request into the endpoint's shapes, or throws an AppError that says what was wrong with which part. */
export async function readRequest(c: Context, endpoint: Endpoint) {
  refuseMalformedEncoding(new URL(c.req.url).search)
  const params = parsePart(endpoint.params, c.req.param(), 'path')
  const query = parsePart(endpoint.query, flatten(c.req.queries()), 'query')
  if (endpoint.bodyKind === 'none') return { params, query, body: {}, bodyText: '' }
  const { text, value } = await readBody(c, endpoint.bodyKind)
  return { params, query, body: parsePart(endpoint.body, value, 'body'), bodyText: text }
}

function flatten(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** Only the caller's mistakes become a 422; a reply that fails its schema is ours and stays a 500. */
function parsePart(schema: z.ZodType, value: unknown, part: string): unknown {
  refuseUnstorable(value, part)
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const errors = presentIssues(part, parsed.error.issues)
  const first = errors[0]
  throw new AppError('invalid', 'invalid_request', `${first?.path ?? part}: ${first?.message ?? 'is not usable'}.`, {
    errors,
  })
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair; better a clear word here than a failure deep inside. */
function refuseUnstorable(value: unknown, path: string, level = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw unstorable(path, 'Must not contain NUL characters')
    if (!value.isWellFormed()) throw unstorable(path, 'Must be well-formed Unicode')
  } else if (typeof value === 'object' && value !== null) {
    if (level === LEVELS_MAX) throw unstorable(path, `Must not have more than ${LEVELS_MAX} levels`)
    for (const [key, item] of Object.entries(value)) refuseUnstorable(item, `${path}.${key}`, level + 1)
  }
}

function unstorable(path: string, message: string): AppError {
  return new AppError('invalid', 'invalid_request', `${path}: ${message}.`, { errors: [{ path, message }] })
}

/** What is not UTF-8 under its percent signs would be read as something nobody sent. */
function refuseMalformedEncoding(text: string): void {
  try {
    decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new AppError('bad_request', 'encoding_malformed', 'The parameters are not percent-encoded UTF-8.', { cause })
  }
}

async function readBody(c: Context, kind: 'json' | 'form'): Promise<{ text: string; value: unknown }> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const wanted = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const text = decode(await readLimited(c))
  if (type !== wanted && text !== '') {
    throw new AppError('bad_request', 'content_type_wrong', `Send the body as ${wanted}.`)
  }
  if (kind === 'form') {
    refuseMalformedEncoding(text)
    return { text, value: Object.fromEntries(new URLSearchParams(text)) }
  }
  if (text.trim() === '') return { text, value: {} }
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch (cause) {
    throw new AppError('bad_request', 'body_malformed', 'The body is not well-formed JSON.', { cause })
  }
}

async function readLimited(c: Context): Promise<Uint8Array> {
  const tooLarge = () => new AppError('too_large', 'body_too_large', 'The body is larger than 1 MB.')
  const announced = c.req.header('content-length')
  if (Number(announced ?? 0) > BODY_BYTES_MAX) throw tooLarge()
  // The server reads no further than was announced, so that all of it can be taken at once, which is quicker than piece by piece.
  if (announced !== undefined) {
    const body = new Uint8Array(await c.req.raw.arrayBuffer())
    if (body.byteLength > BODY_BYTES_MAX) throw tooLarge()
    return body
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad_request', 'body_malformed', 'The body is not valid UTF-8.', { cause })
  }
}
