import { sql, type RawBuilder } from 'kysely'
import type { ListPosition } from './list-cursor.ts'

type Sql = RawBuilder<unknown>

/** Rows of one table in an order. */
export interface SortedRows {
  table: string
  /** Which rows to select. */
  condition: RawBuilder<boolean>
  sortOrder: 'asc' | 'desc'
  /** Only rows beyond this one. */
  after: ListPosition | undefined
}

/** Selects `columns` and `sort_value` of at most `limit` rows, in the list's order. */
export type Segment = (columns: Sql, limit: Sql) => Sql

/**
 * Common table expressions ending in `sorted`: at least the first `max` rows, with the given columns and a
 * `sort_value`. Where no single index holds the order, the indexes are read one after the other, each only as far as
 * the ones before left room.
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

/**
 * The list's order over `table`, which has a `sort_value`. Rows without a value come last in ascending order, first in
 * descending.
 */
export function inOrder(table: string, sortOrder: 'asc' | 'desc'): Sql {
  const direction = directionOf(sortOrder)
  return sql`${sql.ref(`${table}.sort_value`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`
}

/** The rows sorted by a column of their own, so that one index holds the whole order. */
export function byOwnColumn({ table, condition, sortOrder, after }: SortedRows, column: string): Segment {
  const [value, id, direction] = [sql.ref(`${table}.${column}`), sql.ref(`${table}.id`), directionOf(sortOrder)]
  const beyond = after ? sql`and (${value}, ${id}) ${beyondSign(sortOrder)} (${after.value}, ${after.id})` : sql``
  return (columns, limit) => sql`
    select ${columns}, ${value} as sort_value from ${sql.table(table)} where ${condition} ${beyond}
    order by ${value} ${direction}, ${id} ${direction} limit ${limit}`
}

/**
 * One page as the expression `page`, with one extra row where the list goes on: from one index, or from the heads of
 * several.
 */
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

/**
 * The number of rows up to `countMax`, counted only where `page` does not hold them all; null where no count is asked
 * for.
 */
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
