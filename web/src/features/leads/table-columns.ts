import type { SmartColumn } from '@leadlight/contract/columns'
import type { LeadSort } from '@leadlight/domain/leads'
import type { TableColumn as AnyColumn } from '../../lib/rows/table-columns.ts'
import { columnSort } from './lead-order.ts'

export type TableColumnId =
  | 'lead'
  | 'score'
  | 'status'
  | 'signals'
  | 'where'
  | 'author'
  | 'assignee'
  | 'posted'
  | 'found'
  | 'github'

export interface TableColumn extends AnyColumn {
  sort: LeadSort | null
  /** Set for a smart column. */
  smart?: SmartColumn
}

const SMART_WIDTH_PX = 160
const BEFORE_SMART: readonly string[] = ['lead', 'score', 'status']

/** The columns of every project's table, in order. */
export const TABLE_COLUMNS: readonly (TableColumn & { id: TableColumnId })[] = [
  { id: 'lead', label: 'Lead', widthPx: 380, sort: null, canHide: false },
  { id: 'score', label: 'Score', widthPx: 112, sort: 'score', canHide: true },
  { id: 'status', label: 'Status', widthPx: 132, sort: 'status', canHide: true },
  { id: 'signals', label: 'Signals', widthPx: 200, sort: null, canHide: true },
  { id: 'where', label: 'Channel', widthPx: 150, sort: null, canHide: true },
  { id: 'author', label: 'Author', widthPx: 120, sort: null, canHide: true },
  { id: 'assignee', label: 'Assignee', widthPx: 96, sort: null, canHide: true },
  { id: 'posted', label: 'Posted', widthPx: 104, sort: 'posted_at', canHide: true },
  { id: 'found', label: 'Found', widthPx: 104, sort: 'collected_at', canHide: true },
  { id: 'github', label: 'On GitHub', widthPx: 96, sort: null, canHide: true },
]

/** The visible columns: the most telling first, then the smart columns, then place and time. */
export function columnsShown(
  smart: readonly SmartColumn[],
  hidden: readonly string[],
  widths: Readonly<Record<string, number>>,
): TableColumn[] {
  const usual: TableColumn[] = TABLE_COLUMNS.filter((column) => !hidden.includes(column.id))
  const own = smart
    .filter((column) => !hidden.includes(column.id))
    .map((column) => ({
      id: column.id,
      label: column.name,
      widthPx: SMART_WIDTH_PX,
      sort: columnSort(column.id),
      canHide: true,
      smart: column,
    }))
  const after = usual.findIndex((column) => !BEFORE_SMART.includes(column.id))
  const place = after < 0 ? usual.length : after
  return usual
    .toSpliced(place, 0, ...own)
    .map((column) => ({ ...column, widthPx: widths[column.id] ?? column.widthPx }))
}
