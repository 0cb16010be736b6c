import type { Endpoint } from '@leadlight/contract/endpoint'
import type { Context } from 'hono'
import type { z } from 'zod'
import { describeIssue, presentIssues } from './describe-issue.ts'
import { AppError } from './errors.ts'
import { readBody, refuseMalformedEncoding } from './request-body.ts'

/** Reads a request into the endpoint's shapes, or throws an AppError that names what is wrong with which part. */
export async function readRequest(c: Context, endpoint: Endpoint) {
  refuseMalformedEncoding(new URL(c.req.url).search)
  const params = parsePart(endpoint.params, c.req.param(), 'path')
  const query = parsePart(endpoint.query, flatten(c.req.queries()), 'query')
  if (endpoint.bodyKind === 'none') return { params, query, body: {}, bodyText: '' }
  const { text, value } = await readBody(c, endpoint.bodyKind, endpoint.bodyBytesMax)
  return { params, query, body: parsePart(endpoint.body, value, 'body'), bodyText: text }
}

function flatten(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** Only the caller's mistakes become a 422; a reply that fails its schema is our bug and stays a 500. */
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

/** PostgreSQL stores neither NUL nor half a surrogate pair; a clear error here beats a failure deep inside. */
function refuseUnstorable(value: unknown, part: string): void {
  const found = findUnstorable(value)
  if (!found) return
  const { message } = found
  const path = [part, ...found.path].join('.')
  throw new AppError('invalid', 'invalid_request', `${path}: ${message}.`, { errors: [{ path, message }] })
}

/** Builds the path only on the way back: naming every value on the way in costs more than parsing them. */
function findUnstorable(value: unknown): { path: string[]; message: string } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path: [], message: 'Must not contain NUL characters' }
    if (!value.isWellFormed()) return { path: [], message: 'Must be well-formed Unicode' }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const found = findUnstorable(item)
      if (found) return { ...found, path: [name, ...found.path] }
    }
  }
  return undefined
}
