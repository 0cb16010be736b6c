import type { SignalKind } from '@leadlight/domain/signals'
import { sql, type RawBuilder } from 'kysely'
import type { ListPosition, SortValue } from '../../platform/list-cursor.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { countBeside, inOrder, pageOf } from '../../platform/list-order.ts'
import { segmentsOf, type SortKey } from './lead-order.ts'
import { columnValuesOf, rankedSignalsOf, ROW, type LeadRow } from './lead-store.ts'

export interface LeadPageRequest {
  organizationId: string
  projectId: string
  key: SortKey
  sortOrder: 'asc' | 'desc'
  after: ListPosition | undefined
  skip: number
  limit: number
  /** Where given, all leads that meet the condition are counted up to this, unless the page holds them all. */
  countMax: number | undefined
}

export interface SelectedLeads {
  /** One more than `limit` where the list continues. */
  rows: readonly SortedRow[]
  /** Undefined where nothing was counted. */
  count: number | undefined
  /** The words of every signal in the rows, deleted ones too. */
  signalTexts: ReadonlyMap<string, SignalWords>
}

/** What a signal says, and whether that is a sentence or names. */
export interface SignalWords {
  kind: SignalKind
  intent_signal: string
}

export interface SortedRow extends LeadRow {
  /** What the list is sorted by; null where the lead has none. */
  sort_value: Date | SortValue
}

/** Values of the whole page come with its first row, so that a list costs one statement. */
interface FirstRow {
  page_count: string | number | null
  signal_texts: Record<string, SignalWords> | null
}

export type PageRow = SortedRow & FirstRow

/** One page in the order asked for; ties go by id, so that no page repeats a lead. */
export function leadPage(condition: Condition, request: LeadPageRequest): RawBuilder<PageRow> {
  const { organizationId, sortOrder } = request
  return sql<PageRow>`
    with ${pageOf(segmentsOf({ ...request, condition }), ROW, request)}, placed as (
      select page.*, row_number() over (order by ${inOrder('page', sortOrder)}) as place from page
    )
    select placed.*, ${columnValuesOf('placed')}, ${rankedSignalsOf('placed')},
      case when place = 1 then ${countBeside({ table: 'lead', condition }, request)} end as page_count,
      case when place = 1 then (
        select jsonb_object_agg(id, jsonb_build_object('kind', kind, 'intent_signal', intent_signal)) from intent_signal_view intent_signal
        where organization_id = ${organizationId} and id in (select unnest(signal_ids) from page)
      ) end as signal_texts
    from placed order by place`
}

export function readPage(rows: readonly PageRow[]): SelectedLeads {
  const { page_count, signal_texts } = rows[0] ?? { page_count: null, signal_texts: null }
  const signalTexts = new Map(Object.entries(signal_texts ?? {}))
  return { rows, count: page_count === null ? undefined : Number(page_count), signalTexts }
}
