import { sql, type RawBuilder } from 'kysely'
import type { ListPlace } from './list-cursor.ts'

type Sql = RawBuilder<unknown>

/** Rows of one table in an order. */
export interface SortedRows {
  table: string
  /** Which rows they are. */
  condition: RawBuilder<boolean>
  sortOrder: 'asc' | 'desc'
  /** Only what lies beyond this row. */
  after: ListPlace | undefined
}

/** Selects `columns` of rows and their `sort_value`, at most `limit`, those first in the order first. */
export type Segment = (columns: Sql, limit: Sql) => Sql

/**
 * Common table expressions ending in `sorted`: at least the first `max` of the rows, with the columns asked for and a
 * `sort_value`. Where the order does not stand in the rows themselves it is read as one index after the other, each only
 * as far as those before it left room.
 */
export function sortedSegments(segments: readonly Segment[], columns: Sql, max: number | null): Sql {
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

/** The order of the list over `table`, which has a `sort_value`. Rows without a value come last upwards, first downwards. */
export function inOrder(table: string, sortOrder: 'asc' | 'desc'): Sql {
  const direction = directionOf(sortOrder)
  return sql`${sql.ref(`${table}.sort_value`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`
}

/** The rows by a column of their own, so that one index holds the whole order. */
export function byOwnColumn({ table, condition, sortOrder, after }: SortedRows, column: string): Segment {
  const [value, id, direction] = [sql.ref(`${table}.${column}`), sql.ref(`${table}.id`), directionOf(sortOrder)]
  const beyond = after ? sql`and (${value}, ${id}) ${beyondSign(sortOrder)} (${after.value}, ${after.id})` : sql``
  return (columns, limit) => sql`
    select ${columns}, ${value} as sort_value from ${sql.table(table)} where ${condition} ${beyond}
    order by ${value} ${direction}, ${id} ${direction} limit ${limit}`
}

/** One page as the expression `page`, one row longer where the list goes on: off one index, or off the head of several. */
export function pageOf(
  segments: readonly Segment[],
  columns: Sql,
  { skip, limit, sortOrder }: { skip: number; limit: number; sortOrder: 'asc' | 'desc' },
): Sql {
  const [only, ...others] = segments
  if (only && others.length === 0) return sql`page as (${only(columns, sql`${limit + 1} offset ${skip}`)})`
  return sql`${sortedSegments(segments, columns, skip + limit + 1)}, page as (
    select * from sorted order by ${inOrder('sorted', sortOrder)} limit ${limit + 1} offset ${skip})`
}

/** How many rows there are up to `countMax`, where `page` does not hold them all; null where nothing is to be counted. */
export function countBeside(
  { table, condition }: Pick<SortedRows, 'table' | 'condition'>,
  { skip, limit, countMax }: { skip: number; limit: number; countMax: number | undefined },
): Sql {
  if (countMax === undefined) return sql`null`
  const count = sql`(select count(*) from (select from ${sql.table(table)} where ${condition} limit ${countMax}) counted)`
  return skip > 0 ? count : sql`case when (select count(*) from page) > ${limit} then ${count} end`
}

export function directionOf(sortOrder: 'asc' | 'desc'): Sql {
  return sortOrder === 'desc' ? sql`desc` : sql`asc`
}

export function beyondSign(sortOrder: 'asc' | 'desc'): Sql {
  return sortOrder === 'desc' ? sql`<` : sql`>`
}
