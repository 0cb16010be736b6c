import { randomUUID } from 'node:crypto'
import type { Schema } from '@leadlight/testing/fuzz/arbitrary-of'

/** A text of this many characters. */
export type Fill = (length: number) => string

const repeated = (piece: string): Fill => {
  return (length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** Texts that are much work for somebody who reads them: words, marks, patterns that are tried again and again. */
export const FILLS = {
  words: (length) => manyWords(length),
  'one word': repeated('a'),
  'white space': (length) => (length < 3 ? 'aaa'.slice(0, length) : `a${' '.repeat(length - 2)}b`),
  lines: repeated('\n- **a** _b_ `c`\n'),
  brackets: repeated('([{<'),
  markup: repeated('<a href="http://a.example/?b=c'),
  addresses: repeated('http://a.example/b?c=d. '),
  mails: repeated('a.b@c.d.'),
  quotes: repeated('"a or" -"b" '),
  numbers: repeated('1,000.5% $2k '),
  'other alphabets': repeated('İé́ß漢字한국ไทย '),
} satisfies Record<string, Fill>

/** Hardly one twice, as in prose of that length. */
function manyWords(length: number): string {
  const words: string[] = []
  for (let [at, used] = [0, 0]; used < length; at++) {
    const word = ['ask', 'need', 'book', 'keep', 'tool'][at % 5] + ((at * 7919) % 65_536).toString(26)
    words.push(word)
    used += word.length + 1
  }
  return words.join(' ').slice(0, length)
}

interface Largest {
  fill: Fill
  /** How much of what the schema allows: less where all of it would be refused as too large. */
  share: number
}

/** For texts and lists without a limit of their own. */
const TEXT_MAX = 100_000
const ITEMS_MAX = 1_000

/**
 * A value as large as the schema allows: texts and lists at their limits, and every part that may be given. What the
 * given value says of choices, ids and formats stays as it is.
 */
export function enlarge(schema: Schema, value: unknown, how: Largest, defs = schema.$defs ?? {}): unknown {
  const of = (inner: Schema, given: unknown) => enlarge(inner, given, how, defs)
  if (schema.$ref !== undefined) return of(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) {
    const fitting =
      choices.find((choice) => fits(choice, value, defs)) ?? (value === undefined ? choices[0] : undefined)
    return fitting ? of(fitting, value) : value
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return value ?? schema.enum[0]
  if (schema.type === 'string') return text(schema, value, how)
  if (schema.type === 'array') return list(schema, value, how, of)
  if (schema.type === 'object') return object(schema, value, of)
  if (schema.type === 'integer' && value === undefined) return schema.maximum
  return value
}

function fits(schema: Schema, value: unknown, defs: Record<string, Schema>): boolean {
  if (schema.$ref !== undefined) return fits(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value, defs)
  if (value === undefined) return schema.type !== 'null'
  if (value === null) return schema.type === 'null'
  if (Array.isArray(value)) return schema.type === 'array'
  if (typeof value !== 'object') return schema.type === typeof value || schema.enum?.includes(value) === true
  const names = Object.keys(value)
  return schema.type === 'object' && (schema.required ?? []).every((name) => names.includes(name))
}

function text({ format, pattern, maxLength = TEXT_MAX }: Schema, value: unknown, { fill, share }: Largest): unknown {
  if (format === 'uuid' || format === 'guid') return value ?? randomUUID()
  if (format !== undefined || pattern !== undefined) return value
  return fill(Math.max(1, Math.floor(maxLength * share)))
}

function list(schema: Schema, value: unknown, { share }: Largest, of: (inner: Schema, given: unknown) => unknown) {
  const { items, maxItems = ITEMS_MAX } = schema
  if (typeof items !== 'object') return value
  const given = Array.isArray(value) ? (value as unknown[]) : []
  const count = Math.max(given.length, Math.floor(maxItems * share))
  return Array.from({ length: count }, (_, at) => {
    const made = of(items, given[at])
    // Lists of texts often refuse the same text twice.
    return typeof made === 'string' && given[at] === undefined && items.format === undefined && !items.enum
      ? `${at}${made}`.slice(0, made.length)
      : made
  })
}

function object(schema: Schema, value: unknown, of: (inner: Schema, given: unknown) => unknown): unknown {
  const given = (value ?? {}) as Record<string, unknown>
  const parts = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, of(inner, given[name])] as const)
  return { ...given, ...Object.fromEntries(parts.filter(([, part]) => part !== undefined)) }
}
