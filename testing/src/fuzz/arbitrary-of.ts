import fc from 'fast-check'
import { STRANGE_TEXTS } from './mutations.ts'

/** As much of JSON Schema (2020-12) as our description of the API uses. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: Schema | false
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
}

/** Short, since making texts takes most of the time; the strange ones are longer. */
const TEXT_MAX = 40
const ITEMS_MAX = 4

/**
 * Values that a schema allows, and some that only a closer look refuses: a text is often one that does harm somewhere.
 * Ids are often among `ids`, which exist.
 */
export function arbitraryOf(schema: Schema, ids: readonly string[], defs = schema.$defs ?? {}): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => arbitraryOf(inner, ids, defs)
  if (schema.$ref !== undefined) return of(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map(of))
  if (schema.allOf) return fc.oneof(...schema.allOf.map(of))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })))
  if (schema.type === 'string') return texts(schema, ids)
  if (schema.type === 'integer') return fc.integer(boundsOf(schema))
  if (schema.type === 'number') return fc.double({ ...boundsOf(schema), noNaN: true })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') return lists(schema, of)
  if (schema.type === 'object') return objects(schema, of)
  return fc.jsonValue({ maxDepth: 2 })
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): { min: number; max: number } {
  const [min, max] = [minimum ?? exclusiveMinimum ?? -1e9, maximum ?? exclusiveMaximum ?? 1e9]
  // A whole number's own bounds are those of 32 bits for the generator.
  return { min: Math.max(Math.min(min, max), -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }
}

function texts(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = TEXT_MAX } = schema
  if (format === 'uuid' || format === 'guid') {
    return ids.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, fc.uuid()) : fc.uuid()
  }
  if (format === 'date-time') return someDate().map((date) => date.toISOString())
  if (format === 'date') return someDate().map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern !== undefined) return textMatching(pattern)
  const least = Math.min(minLength, TEXT_MAX)
  const plain = fc.string({
    unit: 'binary',
    minLength: least,
    maxLength: Math.max(least, Math.min(maxLength, TEXT_MAX)),
  })
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: fc.constantFrom(...STRANGE_TEXTS) })
}

const matching = new Map<string, fc.Arbitrary<string>>()

/** Made once for each pattern: a class of characters takes it most of a second. */
function textMatching(pattern: string): fc.Arbitrary<string> {
  const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'))
  matching.set(pattern, known)
  return known
}

function someDate(): fc.Arbitrary<Date> {
  return fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
}

function lists(
  { items, prefixItems, minItems = 0, maxItems = ITEMS_MAX }: Schema,
  of: (inner: Schema) => fc.Arbitrary<unknown>,
) {
  if (prefixItems) return fc.tuple(...prefixItems.map(of))
  const maxLength = Math.max(minItems, Math.min(maxItems, ITEMS_MAX))
  return fc.array(of(items === false || items === undefined ? {} : items), { minLength: minItems, maxLength })
}

function objects(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: more, propertyNames } = schema
  const known = Object.entries(properties)
  if (known.length === 0 && more !== undefined && typeof more === 'object') {
    const names =
      propertyNames === undefined
        ? fc.string({ maxLength: 20 })
        : (of({ type: 'string', ...propertyNames }) as fc.Arbitrary<string>)
    return fc.dictionary(names, of(more), { maxKeys: ITEMS_MAX })
  }
  return fc.record(Object.fromEntries(known.map(([name, inner]) => [name, of(inner)])), {
    requiredKeys: required.filter((name) => name in properties),
  })
}
