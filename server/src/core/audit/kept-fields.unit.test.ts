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

/** Every way in which the body's field may look; none where the body has no such field. */
function shapesOf(body: Shape, field: string): Shape[] {
  const own = body.properties?.[field]
  return [...(own ? [own] : []), ...(body.anyOf ?? []).flatMap((one) => shapesOf(one, field))]
}

/** Ids that others gave, such as a channel's in Slack: short, and without a space or a small letter. */
const ID_PATTERN = '^[A-Z0-9]{2,40}$'

/** Whether a value can be nothing but an id, a number, a flag, or a word from a list. */
function isSafe({ type, format, pattern, enum: words, items, anyOf }: Shape): boolean {
  if (anyOf) return anyOf.every(isSafe)
  if (type === 'array') return items !== undefined && isSafe(items)
  if (type === 'string') return format === 'uuid' || pattern === ID_PATTERN || words !== undefined
  return type === 'number' || type === 'integer' || type === 'boolean' || type === 'null'
}

test('names and addresses are each one endpoint’s', () => {
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

  test('is nothing where a password or a token is sent', () => {
    const secret = kept.filter(({ field }) => /password|token|code|secret|email|name/i.test(field))
    expect(secret).toEqual([])
  })
})
