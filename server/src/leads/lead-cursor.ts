import type { LeadSort } from '@leadlight/domain/leads'
import { readListCursor, writeListCursor, type ListTotal } from '../platform/list-cursor.ts'
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

/** Where a list goes on: after which lead, and the total that its first page counted. */
export interface LeadCursor extends ListTotal {
  after: LeadPlace
}

/** The list that a cursor belongs to: another project, filter or order makes it another list. */
export interface ListIdentity extends LeadOrder {
  projectId: string
  filter: LeadFilter
}

export function writeCursor(list: ListIdentity, { after, ...total }: LeadCursor): string {
  const value = typeof after.value === 'number' ? after.value : after.value.getTime()
  return writeListCursor(identify(list), { ...total, after: { value, id: after.id } })
}

/** Throws `cursor_invalid` for what is no cursor, or one of another list. */
export function readCursor(list: ListIdentity, cursor: string): LeadCursor {
  const { after, ...total } = readListCursor(identify(list), cursor)
  const value = list.sortBy === 'score' ? Math.max(-1, Math.min(after.value, 101)) : new Date(after.value)
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
