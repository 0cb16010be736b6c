import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from './errors.ts'

/** What the list holds as far as it was counted on its first page; every later page repeats it. */
export interface ListTotal {
  total: number
  totalCapped: boolean
}

export type SortValue = number | string | boolean | null

/** Where a list goes on: after the row that has this value in the sorted column, and this id. */
export interface ListCursor<Value extends SortValue = number> extends ListTotal {
  after: { value: Value; id: string }
}

/** The years 1 to 9999 in milliseconds: what both sides of the wire and the database can hold. */
const VALUE_MIN = -62_135_596_800_000
const VALUE_MAX = 253_402_300_799_999

const WholeNumber = z.number().int().min(VALUE_MIN).max(VALUE_MAX)

const Wire = z.strictObject({
  /** Which list this is a place in. */
  l: z.string(),
  v: z.json(),
  i: z.uuid(),
  t: z.number().int().min(0),
  c: z.boolean(),
})

/** `counted` went one past `max` to tell more from exactly as many. */
export function totalOf(counted: number, max: number): ListTotal {
  return { total: Math.min(counted, max), totalCapped: counted > max }
}

/** `list` is what makes the list this one and no other: its place, filter and order. */
export function writeListCursor(
  list: readonly unknown[],
  { after, total, totalCapped }: ListCursor<SortValue>,
): string {
  const wire: z.infer<typeof Wire> = { l: hashOf(list), v: after.value, i: after.id, t: total, c: totalCapped }
  return Buffer.from(JSON.stringify(wire)).toString('base64url')
}

/** Throws `cursor_invalid` for what is no cursor, or one of another list. */
export function readListCursor(list: readonly unknown[], cursor: string): ListCursor {
  return readCursorOf(list, cursor, WholeNumber)
}

/** The same for a list whose values are not all whole numbers. */
export function readCursorOf<Value extends SortValue>(
  list: readonly unknown[],
  cursor: string,
  values: z.ZodType<Value>,
): ListCursor<Value> {
  const wire = Wire.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!wire.success || wire.data.l !== hashOf(list)) throw cursorInvalid()
  const { v, i, t, c } = wire.data
  const value = values.safeParse(v)
  if (!value.success) throw cursorInvalid()
  return { after: { value: value.data, id: i }, total: t, totalCapped: c }
}

export function cursorInvalid(): AppError {
  const detail = 'This cursor does not belong to this list. Ask for the first page again, without a cursor.'
  return new AppError('invalid', 'cursor_invalid', detail, {
    errors: [{ path: 'query.cursor', message: 'Does not belong to this list' }],
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

function hashOf(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)
}
