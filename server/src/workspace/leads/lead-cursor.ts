import type { LeadSort } from '@leadlight/domain/leads'
import {
  narrowing,
  readPositionCursor,
  writePositionCursor,
  type PositionCursor,
  type SortKind,
} from '../../platform/list-cursor.ts'
import type { LeadFilter } from './lead-filter.ts'

export interface LeadOrder {
  sortBy: LeadSort
  sortOrder: 'asc' | 'desc'
}

/** The list that a cursor belongs to: another project, filter or order makes another list. */
export interface ListIdentity extends LeadOrder {
  projectId: string
  filter: LeadFilter
}

export function writeCursor(list: ListIdentity, cursor: PositionCursor): string {
  return writePositionCursor(identify(list), cursor)
}

/** Throws `cursor_invalid` for a broken cursor, or one of another list. */
export function readCursor(list: ListIdentity, kind: SortKind, cursor: string): PositionCursor {
  return readPositionCursor(identify(list), kind, cursor)
}

function identify({ projectId, sortBy, sortOrder, filter }: ListIdentity): unknown[] {
  return [projectId, sortBy, sortOrder, narrowing(filter)]
}
