import { createHash } from 'node:crypto'
import type { LeadSort } from '@leadlight/domain/leads'
import { z } from 'zod'
import { AppError } from '../platform/errors.ts'
import type { LeadFilter } from './lead-filter.ts'

export interface LeadOrder {
  sortBy: LeadSort
  sortOrder: 'asc' | 'desc'
}

/** The last lead of a page: its value in the sorted column and its id, which together name one place in the list. */
export interface LeadPlace {
  value: Date | number
  id: string
}

export interface LeadTotal {
  total: number
  totalCapped: boolean
}

/** Where a list goes on: after which lead, and the total that its first page counted. */
export interface LeadCursor extends LeadTotal {
  after: LeadPlace
}

/** The list that a cursor belongs to: another project, filter or order makes it another list. */
export interface ListIdentity extends LeadOrder {
  projectId: string
  filter: LeadFilter
}

/** The years 1 to 9999: what both sides of the wire and the database can hold. */
const INSTANT_MS_MIN = -62_135_596_800_000
const INSTANT_MS_MAX = 253_402_300_799_999

const Wire = z.strictObject({
  /** Which list this is a place in. */
  l: z.string(),
  v: z.number().int().min(INSTANT_MS_MIN).max(INSTANT_MS_MAX),
  i: z.uuid(),
  t: z.number().int().min(0),
  c: z.boolean(),
})

export function writeCursor(list: ListIdentity, cursor: LeadCursor): string {
  const { after, total, totalCapped } = cursor
  const v = typeof after.value === 'number' ? after.value : after.value.getTime()
  const wire: z.infer<typeof Wire> = { l: listHash(list), v, i: after.id, t: total, c: totalCapped }
  return Buffer.from(JSON.stringify(wire)).toString('base64url')
}

/** Throws `cursor_invalid` for what is no cursor, or one of another list. */
export function readCursor(list: ListIdentity, cursor: string): LeadCursor {
  const wire = Wire.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!wire.success || wire.data.l !== listHash(list)) throw cursorInvalid()
  const { v, i, t, c } = wire.data
  const value = list.sortBy === 'score' ? Math.max(-1, Math.min(v, 101)) : new Date(v)
  return { after: { value, id: i }, total: t, totalCapped: c }
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

function listHash({ projectId, sortBy, sortOrder, filter }: ListIdentity): string {
  const narrowing = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        [name, Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const words = JSON.stringify([projectId, sortBy, sortOrder, narrowing])
  return createHash('sha256').update(words).digest('base64url').slice(0, 16)
}
