import type { LeadSort } from '@leadlight/domain/leads'
import { z } from 'zod'
import { readCursorOf, writeListCursor, type ListTotal, type SortValue } from '../platform/list-cursor.ts'
import type { LeadFilter } from './lead-filter.ts'

export interface LeadOrder {
  sortBy: LeadSort
  sortOrder: 'asc' | 'desc'
}

/** The last lead of a page: its value in the sorted column and its id, which together name one place in the list. */
export interface LeadPlace {
  /** Null for a lead without a value. */
  value: Date | SortValue
  id: string
}

/** Where a list goes on: after which lead, and the total that its first page counted. */
export interface LeadCursor extends ListTotal {
  after: LeadPlace
}

/** The list that a cursor belongs to: another project, filter or order makes it another list. */
export interface ListIdentity extends LeadOrder {
  projectId: string
  filter: LeadFilter
}

/** What a lead may have in the sorted column; a boolean column and a text column are told apart where they are read. */
export type SortKind = 'instant' | 'score' | 'position' | 'boolean' | 'text'

/** The years 1 to 9999 in milliseconds: what both sides of the wire and the database can hold. */
const INSTANT_MIN = -62_135_596_800_000
const INSTANT_MAX = 253_402_300_799_999
const SMALLINT_MAX = 32_767
const INTEGER_MAX = 2_147_483_647

const VALUES: Record<SortKind, z.ZodType<SortValue>> = {
  instant: z.number().int().min(INSTANT_MIN).max(INSTANT_MAX),
  score: z.number().int().min(-SMALLINT_MAX).max(SMALLINT_MAX),
  position: z.number().int().min(-INTEGER_MAX).max(INTEGER_MAX).nullable(),
  boolean: z.boolean().nullable(),
  // No text of the database holds the character of code 0, and none may be asked for with it.
  text: z
    .string()
    .max(2_000)
    .refine((text) => !text.includes('\0'))
    .nullable(),
}

export function writeCursor(list: ListIdentity, { after, ...total }: LeadCursor): string {
  const value = after.value instanceof Date ? after.value.getTime() : after.value
  return writeListCursor(identify(list), { ...total, after: { value, id: after.id } })
}

/** Throws `cursor_invalid` for what is no cursor, or one of another list. */
export function readCursor(list: ListIdentity, kind: SortKind, cursor: string): LeadCursor {
  const { after, ...total } = readCursorOf(identify(list), cursor, VALUES[kind])
  const value = kind === 'instant' && typeof after.value === 'number' ? new Date(after.value) : after.value
  return { ...total, after: { value, id: after.id } }
}

function identify({ projectId, sortBy, sortOrder, filter }: ListIdentity): unknown[] {
  const narrowing = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        [name, Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return [projectId, sortBy, sortOrder, narrowing]
}
