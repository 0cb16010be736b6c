import type { ColumnType } from '@leadlight/domain/columns'
import { sql, type RawBuilder } from 'kysely'
import type { LeadPlace, SortKind } from './lead-cursor.ts'
import type { Condition } from './lead-filter.ts'

/** What leads are sorted by, as the database has to know it: of a smart column also its type. */
export type SortKey =
  | { by: 'posted_at' | 'collected_at' | 'score' }
  | { by: 'status' }
  | { by: 'column'; columnId: string; type: ColumnType }

export interface SortedLeads {
  organizationId: string
  projectId: string
  /** Which leads they are. */
  condition: Condition
  key: SortKey
  sortOrder: 'asc' | 'desc'
  /** Only what lies beyond this lead. */
  after: LeadPlace | undefined
}

type Sql = RawBuilder<unknown>

/** Selects `columns` of leads and their `sort_value`, at most `limit`, those first in the order first. */
type Segment = (columns: Sql, limit: Sql) => Sql

export function sortKind(key: SortKey): SortKind {
  if (key.by === 'score') return 'score'
  if (key.by === 'status') return 'position'
  return key.by === 'column' ? key.type : 'instant'
}

/**
 * Common table expressions ending in `sorted`: at least the first `max` of the leads, with the columns asked for and a
 * `sort_value`. A status's place and a column's value do not stand in the lead's own row, so such an order is read as one
 * index after the other, each only as far as those before it left room.
 */
export function sortedLeads(leads: SortedLeads, columns: Sql, max: number | null): Sql {
  const segments = segmentsOf(leads)
  const names = segments.map((_, index) => sql.table(`segment_${index}`))
  const expressions = segments.map((segment, index) => {
    const before = names.slice(0, index).map((name) => sql`(select count(*) from ${name})`)
    const limit = max === null ? sql`null` : sql`greatest(0, ${sql.join([sql`${max}::bigint`, ...before], sql` - `)})`
    return sql`${names[index]} as materialized (${segment(columns, limit)})`
  })
  const all = sql.join(
    names.map((name) => sql`select * from ${name}`),
    sql` union all `,
  )
  return sql`${sql.join(expressions)}, sorted as (${all})`
}

/** The order of the list over `table`, which has a `sort_value`. Leads without a value come last upwards, first downwards. */
export function inOrder(table: string, sortOrder: 'asc' | 'desc'): Sql {
  const direction = directionOf(sortOrder)
  return sql`${sql.ref(`${table}.sort_value`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`
}

/** Whether the sorted value stands in the lead's own row, so that one index holds the whole order. */
export function isOwn(key: SortKey): key is Extract<SortKey, { by: 'posted_at' | 'collected_at' | 'score' }> {
  return key.by !== 'status' && key.by !== 'column'
}

/** The leads by a field of their own. */
export function byOwnField(
  { condition, sortOrder, after }: SortedLeads,
  field: 'posted_at' | 'collected_at' | 'score',
): Segment {
  const [value, direction] = [sql.ref(`lead.${field}`), directionOf(sortOrder)]
  const beyond = after ? sql`and (${value}, lead.id) ${beyondSign(sortOrder)} (${after.value}, ${after.id})` : sql``
  return (columns, limit) => sql`
    select ${columns}, ${value} as sort_value from lead where ${condition} ${beyond}
    order by ${value} ${direction}, lead.id ${direction} limit ${limit}`
}

function segmentsOf(leads: SortedLeads): Segment[] {
  const { key, sortOrder, after } = leads
  if (isOwn(key)) return [byOwnField(leads, key.by)]
  const isAmongValued = !after || after.value !== null
  const valued = key.by === 'status' ? byStatus(leads) : [byColumn(leads, key)]
  const without = withoutValue(leads, key)
  if (sortOrder === 'asc') return isAmongValued ? [...valued, without] : [without]
  return isAmongValued && after ? valued : [without, ...valued]
}

/** The place's own value, where the place is among the leads that have one. */
function valueAfter({ after }: SortedLeads): LeadPlace | undefined {
  return after?.value === null ? undefined : after
}

/** Statuses are few: of each, its first leads by id. */
function byStatus(leads: SortedLeads): Segment[] {
  const { organizationId, projectId, condition, sortOrder } = leads
  const [after, direction, sign] = [valueAfter(leads), directionOf(sortOrder), beyondSign(sortOrder)]
  const segment =
    (statuses: Sql, beyond: Sql): Segment =>
    (columns, limit) => sql`
      select found.*, status.position as sort_value
      from lead_status status cross join lateral (
        select ${columns} from lead where ${condition} and lead.status_config_id = status.id ${beyond}
        order by lead.id ${direction} limit ${limit}
      ) found
      where status.organization_id = ${organizationId} and status.project_id = ${projectId} ${statuses}
      order by status.position ${direction}, found.id ${direction} limit ${limit}`
  if (!after) return [segment(sql``, sql``)]
  return [
    segment(sql`and status.position = ${after.value}`, sql`and lead.id ${sign} ${after.id}`),
    segment(sql`and status.position ${sign} ${after.value}`, sql``),
  ]
}

function byColumn(leads: SortedLeads, { columnId, type }: Extract<SortKey, { by: 'column' }>): Segment {
  const { organizationId, condition, sortOrder } = leads
  const [after, direction] = [valueAfter(leads), directionOf(sortOrder)]
  const value = columnValue(type)
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

function withoutValue(leads: SortedLeads, key: Extract<SortKey, { by: 'status' | 'column' }>): Segment {
  const { organizationId, condition, sortOrder, after } = leads
  const direction = directionOf(sortOrder)
  const isEmpty =
    key.by === 'status'
      ? sql`lead.status_config_id is null`
      : sql`not exists (
          select from smart_column_value
          where smart_column_value.organization_id = ${organizationId} and smart_column_value.column_id = ${key.columnId}
            and smart_column_value.lead_id = lead.id and smart_column_value.state = 'done' and ${columnValue(key.type)} is not null)`
  const beyond = after?.value === null ? sql`and lead.id ${beyondSign(sortOrder)} ${after.id}` : sql``
  const none = key.by === 'status' ? sql`null::integer` : key.type === 'boolean' ? sql`null::boolean` : sql`null::text`
  return (columns, limit) => sql`
    select ${columns}, ${none} as sort_value from lead where ${condition} and ${isEmpty} ${beyond}
    order by lead.id ${direction} limit ${limit}`
}

function columnValue(type: ColumnType): Sql {
  return type === 'boolean' ? sql`smart_column_value.bool_value` : sql`smart_column_value.folded_text`
}

function directionOf(sortOrder: 'asc' | 'desc'): Sql {
  return sortOrder === 'desc' ? sql`desc` : sql`asc`
}

function beyondSign(sortOrder: 'asc' | 'desc'): Sql {
  return sortOrder === 'desc' ? sql`<` : sql`>`
}
