import type { Context } from 'hono'
import { AppError } from './errors.ts'
import { countFields, measureJson } from './measure-body.ts'

/** The longest list in any call has a thousand ids. */
const VALUES_MAX = 5_000
/** Far more than any shape has. */
const LEVELS_MAX = 32
const FIELDS_MAX = 100

/** How a body was sent, and what it says. */
export interface RequestBody {
  text: string
  value: unknown
}

/**
 * Reads a body of at most so many bytes, and no further. Throws an AppError for one that is larger, malformed, or holds
 * more values, levels or fields than any call needs. An empty body reads as an empty object.
 */
export async function readBody(c: Context, kind: 'json' | 'form', bytesMax: number): Promise<RequestBody> {
  const bytes = kind === 'json' ? await readJsonBytes(c, bytesMax) : await readLimited(c, bytesMax)
  requireType(c, kind, bytes)
  return kind === 'json' ? parseJson(bytes) : parseForm(bytes)
}

/** As `readBody`, for what somebody else parses: bytes that may be JSON and, if so, are cheap to walk. */
export async function readJsonBytes(c: Context, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readLimited(c, bytesMax)
  requireCheapJson(bytes, VALUES_MAX)
  return bytes
}

/** Throws an AppError for JSON of more values than that, or of more levels than any call needs. */
export function requireCheapJson(bytes: Uint8Array, valuesMax: number): void {
  const { values, levels } = measureJson(bytes, { values: valuesMax, levels: LEVELS_MAX })
  if (values > valuesMax) throw tooLarge(`holds more than ${valuesMax.toLocaleString('en')} values`)
  if (levels > LEVELS_MAX) {
    const message = `Must not have more than ${LEVELS_MAX} levels`
    throw new AppError('invalid', 'invalid_request', `body: ${message}.`, { errors: [{ path: 'body', message }] })
  }
}

function parseJson(bytes: Uint8Array): RequestBody {
  const text = decode(bytes)
  if (text.trim() === '') return { text, value: {} }
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch (cause) {
    throw new AppError('bad_request', 'body_malformed', 'The body is not well-formed JSON.', { cause })
  }
}

function parseForm(bytes: Uint8Array): RequestBody {
  if (countFields(bytes, FIELDS_MAX) > FIELDS_MAX) throw tooLarge(`has more than ${FIELDS_MAX} fields`)
  const text = decode(bytes)
  refuseMalformedEncoding(text)
  return { text, value: Object.fromEntries(new URLSearchParams(text)) }
}

/** Percent-encoded bytes that are not UTF-8 would be read as something nobody sent. */
export function refuseMalformedEncoding(text: string): void {
  try {
    decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new AppError('bad_request', 'encoding_malformed', 'The parameters are not percent-encoded UTF-8.', { cause })
  }
}

function requireType(c: Context, kind: 'json' | 'form', bytes: Uint8Array): void {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const wanted = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  if (type === wanted || bytes.length === 0) return
  throw new AppError('bad_request', 'content_type_wrong', `Send the body as ${wanted}.`)
}

/** The body's bytes, whatever they are; one larger than that is refused unread. */
export async function readLimited(c: Context, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const refusal = () => tooLarge(`is larger than ${bytesMax / 1000} KB`)
  const announced = c.req.header('content-length')
  if (Number(announced ?? 0) > bytesMax) throw refusal()
  // The server reads no further than was announced, so the body is taken in one go, which is faster than in pieces.
  if (announced !== undefined) {
    const body = new Uint8Array(await c.req.raw.arrayBuffer())
    if (body.byteLength > bytesMax) throw refusal()
    return body
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw refusal()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(how: string): AppError {
  return new AppError('too_large', 'body_too_large', `The body ${how}.`)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad_request', 'body_malformed', 'The body is not valid UTF-8.', { cause })
  }
}
