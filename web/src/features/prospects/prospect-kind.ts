import type { Profile, SourcedValue } from '@leadlight/contract/prospects'
import type { BulkResult } from '@leadlight/contract/leads'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportFormat } from '../../lib/rows/export-formats.ts'
import type { RowPage } from '../../lib/rows/loaded-rows.ts'
import type { TableColumn } from '../../lib/rows/table-columns.ts'
import type { ProspectList, ProspectFilters, ProspectOrder } from './prospect-filters.ts'

/** What a person and a company have in common. */
export interface ProspectRow {
  id: string
  name: string
  location: SourcedValue | null
  platforms: string[]
  profiles?: Profile[]
  intent_signals: { id: string; intent_signal: string }[]
  posts: number
  last_posted_at: string
  status_config_id: string | null
  deleted: boolean
}

/** Which ones a call means: those named, or all that pass the filters. */
export type Chosen = { ids: string[] } | { filters: ProspectFilters }

export interface ProspectColumn<Row extends ProspectRow> extends TableColumn {
  /** What a row says there; where it says nothing, the sourced value. Columns that both lists have are drawn by the table. */
  cell?: (row: Row, projectId: string) => ReactNode
  /** A value there, which shows where it comes from. */
  sourced?: (row: Row) => SourcedValue | null
}

/** One of the two lists of prospects: what it is called, how it looks, and the calls behind it. */
export interface ProspectKind<Row extends ProspectRow> extends ProspectList {
  name: 'people' | 'companies'
  noun: { one: string; several: string }
  /** The list's heading. */
  title: string
  /** What the page of one is called. */
  pageName: string
  columns: readonly ProspectColumn<Row>[]
  orders: readonly (ProspectOrder & { label: string })[]
  keyOf: (projectId: string, query: object) => readonly [string, string, object]
  keyOfOne: (id: string) => readonly [string, string]
  list: (projectId: string, query: object, page: { limit: string; cursor?: string }) => Promise<RowPage<Row>>
  setStatus: (projectId: string, chosen: Chosen, statusId: string | null) => Promise<BulkResult>
  setDeleted: (projectId: string, chosen: Chosen, deleted: boolean) => Promise<BulkResult>
  undo: (projectId: string, undoToken: string) => Promise<unknown>
  export: (projectId: string, asked: ExportRequest) => Promise<Response>
  /** Whether two of them can be made one. */
  canMerge: boolean
  /** What the list says while the project has none at all. */
  whenEmpty: string
  /** Why a page may be nobody's. */
  whenGone: string
  /** The same as in the navigation. */
  icon: LucideIcon
}

/** What an export is of: all that pass the filters, or of those only some. */
export interface ExportOf {
  filters: ProspectFilters
  ids?: readonly string[] | undefined
}

export interface ExportRequest extends ExportOf {
  format: ExportFormat
  signal: AbortSignal
}
