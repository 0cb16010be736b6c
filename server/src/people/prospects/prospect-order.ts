import type { ProjectIds } from '../../platform/actor.ts'
import type { CompanySort, PersonSort } from '@leadlight/domain/prospects'
import type { ListPosition, SortKind } from '../../platform/list-cursor.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { byOwnColumn, type Segment } from '../../platform/list-order.ts'
import { byStatus } from '../../workspace/statuses/order-by-status.ts'
import type { ProspectKind } from './prospect-filter.ts'

export interface SortOf {
  person: PersonSort
  company: CompanySort
}

export type ProspectSort = PersonSort | CompanySort

/** The column of each order, and its kind. */
const COLUMNS: Record<Exclude<ProspectSort, 'status'>, { column: string; kind: SortKind }> = {
  last_posted_at: { column: 'last_posted_at', kind: 'instant' },
  created_at: { column: 'created_at', kind: 'instant' },
  posts: { column: 'posts', kind: 'position' },
  people: { column: 'people', kind: 'position' },
  name: { column: 'name_folded', kind: 'text' },
  company_name: { column: 'company_order', kind: 'text' },
}

export function sortKind(sort: ProspectSort): SortKind {
  return sort === 'status' ? 'position' : COLUMNS[sort].kind
}

/** The prospects that meet the condition, in the order asked for. */
export function prospectSegments(
  kind: ProspectKind,
  ids: ProjectIds,
  list: { condition: Condition; sortBy: ProspectSort; sortOrder: 'asc' | 'desc'; after: ListPosition | undefined },
): Segment[] {
  const rows = { ...ids, ...list, table: kind }
  return list.sortBy === 'status' ? byStatus(rows) : [byOwnColumn(rows, COLUMNS[list.sortBy].column)]
}
