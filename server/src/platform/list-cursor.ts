import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from './errors.ts'

/** The list's total as counted on its first page; every later page repeats it. */
export interface ListTotal {
  total: number
  totalCapped: boolean
}

export type SortValue = number | string | boolean | null

/** Where a list goes on: after the row with this value in the sorted column and this id. */
export interface ListCursor<Value extends SortValue = number> extends ListTotal {
  after: { value: Value; id: string }
}

/**
 * The last row of a page: its value in the sorted column and its id, which together identify one position in the list.
 */
export interface ListPosition {
  /** Null for a row without a value. */
  value: Date | SortValue
  id: string
}

/** Where a list goes on: after which row, and the total counted on its first page. */
export interface PositionCursor extends ListTotal {
  after: ListPosition
}

/** The kinds of values in a sorted column; booleans and texts are told apart where they are read. */
export type SortKind = 'instant' | 'score' | 'position' | 'boolean' | 'text'

/** The years 1 to 9999 in milliseconds: what both sides of the wire and the database can hold. */
const VALUE_MIN = -62_135_596_800_000
const VALUE_MAX = 253_402_300_799_999

const SMALLINT_MAX = 32_767
const INTEGER_MAX = 2_147_483_647

const WholeNumber = z.number().int().min(VALUE_MIN).max(VALUE_MAX)

const VALUES: Record<SortKind, z.ZodType<SortValue>> = {
  instant: WholeNumber,
  score: z.number().int().min(-SMALLINT_MAX).max(SMALLINT_MAX),
  position: z.number().int().min(-INTEGER_MAX).max(INTEGER_MAX).nullable(),
  boolean: z.boolean().nullable(),
  // PostgreSQL stores no NUL in a text, and fails when asked for one.
  text: z
    .string()
    .max(2_000)
    .refine((text) => !text.includes('\0'))
    .nullable(),
}

const Wire = z.strictObject({
  /** Which list the cursor belongs to. */
  l: z.string(),
  v: z.json(),
  i: z.uuid(),
  t: z.number().int().min(0),
  c: z.boolean(),
})

/** `counted` went one past `max`, to tell more from exactly as many. */
export function totalOf(counted: number, max: number): ListTotal {
  return { total: Math.min(counted, max), totalCapped: counted > max }
}

/** `list` identifies the list: its path, filter and order. */
export function writeListCursor(
  list: readonly unknown[],
  { after, total, totalCapped }: ListCursor<SortValue>,
): string {
  const wire: z.infer<typeof Wire> = { l: hashOf(list), v: after.value, i: after.id, t: total, c: totalCapped }
  return Buffer.from(JSON.stringify(wire)).toString('base64url')
}

/** Throws `cursor_invalid` for anything but a cursor of this list. */
export function readListCursor(list: readonly unknown[], cursor: string): ListCursor {
  return readCursorOf(list, cursor, WholeNumber)
}

/** As `readListCursor`, for a list whose values are not all whole numbers. */
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

/** As `writeListCursor`, for values of any kind. */
export function writePositionCursor(list: readonly unknown[], { after, ...total }: PositionCursor): string {
  const value = after.value instanceof Date ? after.value.getTime() : after.value
  return writeListCursor(list, { ...total, after: { value, id: after.id } })
}

export function readPositionCursor(list: readonly unknown[], kind: SortKind, cursor: string): PositionCursor {
  const { after, ...total } = readCursorOf(list, cursor, VALUES[kind])
  const value = kind === 'instant' && typeof after.value === 'number' ? new Date(after.value) : after.value
  return { ...total, after: { value, id: after.id } }
}

/** What a filter narrows by, in a canonical order, so that the same filter in another order is equal. */
export function narrowing(filter: object): [string, unknown][] {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]: [string, unknown]): [string, unknown] => [
      name,
      Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
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
