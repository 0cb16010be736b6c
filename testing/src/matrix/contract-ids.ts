import type { Endpoint } from '@leadlight/contract/endpoint'
import { z } from 'zod'
import type { IdPosition } from './recipe.ts'

interface Shape {
  format?: string
  items?: Shape
  anyOf?: Shape[]
  properties?: Record<string, Shape>
}

/** Every place where the contract takes an id of something. */
export function idPositionsOf({ params, query, body }: Endpoint): IdPosition[] {
  const parts = Object.entries({ params, query, body })
  const places = parts.flatMap(([part, schema]) =>
    within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, part),
  )
  return [...new Set(places)] as IdPosition[]
}

function within({ format, items, anyOf = [], properties = {} }: Shape, path: string): string[] {
  return [
    ...(format === 'uuid' ? [path] : []),
    ...(items ? within(items, path) : []),
    ...anyOf.flatMap((one) => within(one, path)),
    ...Object.entries(properties).flatMap(([name, inner]) => within(inner, `${path}.${name}`)),
  ]
}
