/** The parts of a JSON schema that the documents show. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  default?: unknown
}

/** A JSON schema as a shape that reads like the JSON itself: `{ id: string (uuid), name?: string (1 to 100 characters) }`. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => shapeOf(choice, indent)))].join(' | ')
  if (schema.allOf?.[0]) return schema.allOf.map((part) => shapeOf(part, indent)).join(' & ')
  if (schema.type === 'array') return listOf(schema, indent)
  if (schema.properties) return objectOf(schema, schema.properties, indent)
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything')
  const limits = limitsOf(schema)
  return limits ? `${type} (${limits})` : type
}

/** The limits of a value, in words; empty where there are none. */
export function limitsOf(schema: JsonSchema): string {
  const limits = [
    schema.format ? (schema.format === 'date-time' ? 'ISO 8601, UTC' : schema.format) : '',
    range(schema.minLength || undefined, schema.maxLength, 'characters'),
    range(boundOf(schema.minimum), boundOf(schema.maximum), ''),
    range(undefined, schema.maxItems, 'items'),
  ]
  return limits.filter(Boolean).join(', ')
}

function listOf(schema: JsonSchema, indent: string): string {
  const item = schema.items ? shapeOf(schema.items, indent) : 'anything'
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectOf(schema: JsonSchema, properties: Record<string, JsonSchema>, indent: string): string {
  const required = new Set(schema.required)
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, property]) => `${inner}${name}${required.has(name) ? '' : '?'}: ${shapeOf(property, inner)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** JSON schema gives whole numbers the bounds of what a double counts exactly; those are not worth showing. */
function boundOf(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const text = (value: number) => value.toLocaleString('en')
  if (min !== undefined && max !== undefined) return `${text(min)} to ${text(max)} ${unit}`.trim()
  if (max !== undefined) return `at most ${text(max)} ${unit}`.trim()
  return min === undefined ? '' : `at least ${text(min)} ${unit}`.trim()
}

/** A value that fits the schema, for an example request: required parts only, at their smallest. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return exampleOf(choice, name)
  if (schema.properties) return exampleObject(schema, schema.properties)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items ? [exampleOf(schema.items, name)] : []
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return boundOf(schema.minimum) ?? 1
  if (schema.format === 'uuid') return '019a4f00-0000-7000-8000-000000000001'
  if (schema.format === 'email') return 'ada@example.com'
  if (schema.format === 'date-time') return '2026-11-02T09:00:00Z'
  return EXAMPLES.get(name) ?? 'text'
}

const EXAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    email: 'ada@example.com',
    username: 'ada@example.com',
    password: 'seven lamps of harbour light',
    website: 'https://example.com',
    url: 'https://example.com',
  }),
)

function exampleObject(schema: JsonSchema, properties: Record<string, JsonSchema>): Record<string, unknown> {
  const names = schema.required?.length ? schema.required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, name)]))
}
