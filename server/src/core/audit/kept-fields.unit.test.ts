import * as calls from '@leadlight/contract/calls'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const ENDPOINTS = Object.values<unknown>(calls).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

interface Shape {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  items?: Shape
  anyOf?: Shape[]
  properties?: Record<string, Shape>
}

/** Every shape that the body's field may have; none if the body has no such field. */
function shapesOf(body: Shape, field: string): Shape[] {
  const own = body.properties?.[field]
  return [...(own ? [own] : []), ...(body.anyOf ?? []).flatMap((one) => shapesOf(one, field))]
}

/** Other systems' ids, such as a Slack channel's: short, without spaces or lower case. */
const ID_PATTERN = '^[A-Z0-9]{2,40}$'

/** Whether a value can only be an id, a number, a flag, or a word from a list. */
function isSafe({ type, format, pattern, enum: words, items, anyOf }: Shape): boolean {
  if (anyOf) return anyOf.every(isSafe)
  if (type === 'array') return items !== undefined && isSafe(items)
  if (type === 'string') return format === 'uuid' || pattern === ID_PATTERN || words !== undefined
  return type === 'number' || type === 'integer' || type === 'boolean' || type === 'null'
}

test('no two endpoints share a name or an address', () => {
  expect(ENDPOINTS.length).toBeGreaterThan(60)
  for (const key of [({ name }: Endpoint) => name, ({ method, path }: Endpoint) => `${method} ${path}`]) {
    const keys = ENDPOINTS.map(key)
    expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([])
  }
})

describe('what the audit log keeps of a body', () => {
  const kept = ENDPOINTS.flatMap(({ name, body, audit }) => (audit || []).map((field) => ({ name, field, body })))

  test.each(kept)('$name: $field is an id, a number, a flag, or a word from a list', ({ body, field }) => {
    const shapes = shapesOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape, field)
    expect(shapes).not.toEqual([])
    expect(shapes.filter((shape) => !isSafe(shape))).toEqual([])
  })

  test('is never a password or a token', () => {
    const secret = kept.filter(({ field }) => /password|token|code|secret|email|name/i.test(field))
    expect(secret).toEqual([])
  })
})
