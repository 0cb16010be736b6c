import type { Profile, SourcedValue } from '@leadlight/contract/prospects'
import type { BulkResult } from '@leadlight/contract/leads'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportFormat } from '../../lib/rows/export-formats.ts'
import type { RowPage } from '../../lib/rows/loaded-rows.ts'
import type { TableColumn } from '../../lib/rows/table-columns.ts'
import type { ProspectList, ProspectFilters, ProspectOrder } from './prospect-filters.ts'

/** The fields that people and companies share. */
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

/** The rows of a call: those named, or all that match the filters. */
export type Chosen = { ids: string[] } | { filters: ProspectFilters }

export interface ProspectColumn<Row extends ProspectRow> extends TableColumn {
  /** A row's content in this column; otherwise the sourced value. The table renders the shared columns. */
  cell?: (row: Row, projectId: string) => ReactNode
  /** The column's value with its source. */
  sourced?: (row: Row) => SourcedValue | null
}

/** One of the two lists of prospects: its words, its look and its calls. */
export interface ProspectKind<Row extends ProspectRow> extends ProspectList {
  name: 'people' | 'companies'
  noun: { one: string; several: string }
  /** The list's heading. */
  title: string
  /** The name of a single page. */
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
  /** Whether two rows can be merged. */
  canMerge: boolean
  /** The empty state of a project without any. */
  whenEmpty: string
  /** Why a page may not exist. */
  whenGone: string
  /** The icon from the navigation. */
  icon: LucideIcon
}

/** What an export includes: all matches of the filters, or only some of them. */
export interface ExportOf {
  filters: ProspectFilters
  ids?: readonly string[] | undefined
}

export interface ExportRequest extends ExportOf {
  format: ExportFormat
  signal: AbortSignal
}
