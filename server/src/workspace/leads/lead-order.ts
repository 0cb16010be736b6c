import type { ColumnType } from '@leadlight/domain/columns'
import { NO_SCORE } from '@leadlight/domain/scoring'
import { sql, type RawBuilder } from 'kysely'
import type { ListPosition, SortKind } from '../../platform/list-cursor.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { beyondSign, byOwnColumn, directionOf, sortedSegments, type Segment } from '../../platform/list-order.ts'
import { byStatus } from '../statuses/order-by-status.ts'

/** What leads are sorted by; a smart column includes its type. */
export type SortKey =
  | { by: 'posted_at' | 'collected_at' | 'score' }
  | { by: 'status' }
  | { by: 'column'; columnId: string; type: ColumnType }

export interface SortedLeads {
  organizationId: string
  projectId: string
  /** The condition that leads meet. */
  condition: Condition
  key: SortKey
  sortOrder: 'asc' | 'desc'
  /** Only leads after this one. */
  after: ListPosition | undefined
}

type Sql = RawBuilder<unknown>

export function sortKind(key: SortKey): SortKind {
  if (key.by === 'score') return 'score'
  if (key.by === 'status') return 'position'
  return key.by === 'column' ? key.type : 'instant'
}

/** Common table expressions ending in `sorted`: see `sortedSegments`. */
export function sortedLeads(leads: SortedLeads, columns: Sql, max: number | null): Sql {
  return sortedSegments(segmentsOf(leads), columns, max)
}

/** A status's position and a column's value are not in the lead's own row, so those orders merge several indexes. */
export function segmentsOf(leads: SortedLeads): Segment[] {
  const { key, sortOrder, after } = leads
  const rows = { ...leads, table: 'lead' }
  if (key.by === 'status') return byStatus(rows)
  if (key.by === 'score' && sortOrder === 'asc') return byRisingScore(leads)
  if (key.by !== 'column') return [byOwnColumn(rows, key.by)]
  const isAmongValued = !after || after.value !== null
  const [valued, without] = [byColumn(leads, key), withoutValue(leads, key)]
  if (sortOrder === 'asc') return isAmongValued ? [valued, without] : [without]
  return isAmongValued && after ? [valued] : [without, valued]
}

/** Where a rising order places what has no score: after all that has one. */
const BEYOND_SCORES = 101

/** In the falling order what has no score comes last by its number. Here it is a part of its own, read last. */
function byRisingScore(leads: SortedLeads): Segment[] {
  const { condition, after } = leads
  const isAmongUnscored = after?.value === BEYOND_SCORES
  const scored = sql<boolean>`${condition} and lead.score > ${NO_SCORE}`
  const beyond = isAmongUnscored ? sql`and lead.id > ${after.id}` : sql``
  const unscored: Segment = (columns, limit) => sql`
    select ${columns}, ${BEYOND_SCORES}::smallint as sort_value from lead
    where ${condition} and lead.score = ${NO_SCORE} ${beyond} order by lead.id limit ${limit}`
  return isAmongUnscored ? [unscored] : [byOwnColumn({ ...leads, table: 'lead', condition: scored }, 'score'), unscored]
}

type ColumnKey = Extract<SortKey, { by: 'column' }>

function byColumn(leads: SortedLeads, { columnId, type }: ColumnKey): Segment {
  const { organizationId, condition, sortOrder } = leads
  const after = leads.after?.value === null ? undefined : leads.after
  const [value, direction] = [columnValue(type), directionOf(sortOrder)]
  const beyond = after
    ? sql`and (${value}, smart_column_value.lead_id) ${beyondSign(sortOrder)} (${after.value}, ${after.id})`
    : sql``
  return (columns, limit) => sql`
    select ${columns}, ${value} as sort_value
    from smart_column_value join lead
      on lead.organization_id = smart_column_value.organization_id and lead.id = smart_column_value.lead_id
    where smart_column_value.organization_id = ${organizationId} and smart_column_value.column_id = ${columnId} and smart_column_value.state = 'done'
      and ${value} is not null ${beyond} and ${condition}
    order by ${value} ${direction}, smart_column_value.lead_id ${direction} limit ${limit}`
}

function withoutValue({ organizationId, condition, sortOrder, after }: SortedLeads, key: ColumnKey): Segment {
  const direction = directionOf(sortOrder)
  const isEmpty = sql`not exists (
    select from smart_column_value
    where smart_column_value.organization_id = ${organizationId} and smart_column_value.column_id = ${key.columnId}
      and smart_column_value.lead_id = lead.id and smart_column_value.state = 'done' and ${columnValue(key.type)} is not null)`
  const beyond = after?.value === null ? sql`and lead.id ${beyondSign(sortOrder)} ${after.id}` : sql``
  const none = key.type === 'boolean' ? sql`null::boolean` : sql`null::text`
  return (columns, limit) => sql`
    select ${columns}, ${none} as sort_value from lead where ${condition} and ${isEmpty} ${beyond}
    order by lead.id ${direction} limit ${limit}`
}

function columnValue(type: ColumnType): Sql {
  return type === 'boolean' ? sql`smart_column_value.bool_value` : sql`smart_column_value.folded_text`
}
