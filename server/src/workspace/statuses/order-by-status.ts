import { sql, type RawBuilder } from 'kysely'
import { beyondSign, directionOf, type Segment, type SortedRows } from '../../platform/list-order.ts'

type Sql = RawBuilder<unknown>

export interface RowsWithStatus extends SortedRows {
  organizationId: string
  projectId: string
}

/** Rows by their status's position; those without one come last ascending and first descending. */
export function byStatus(rows: RowsWithStatus): Segment[] {
  const { sortOrder, after } = rows
  const isAmongValued = !after || after.value !== null
  if (sortOrder === 'asc') return isAmongValued ? [...withStatus(rows), withoutStatus(rows)] : [withoutStatus(rows)]
  return isAmongValued && after ? withStatus(rows) : [withoutStatus(rows), ...withStatus(rows)]
}

/** Statuses are few, so each contributes its first rows by id. */
function withStatus(rows: RowsWithStatus): Segment[] {
  const { table, organizationId, projectId, condition, sortOrder } = rows
  const after = rows.after?.value === null ? undefined : rows.after
  const [id, status, direction, sign] = [
    sql.ref(`${table}.id`),
    sql.ref(`${table}.status_config_id`),
    directionOf(sortOrder),
    beyondSign(sortOrder),
  ]
  const segment =
    (statuses: Sql, beyond: Sql): Segment =>
    (columns, limit) =>
      sql`
      select found.*, status.position as sort_value
      from lead_status status cross join lateral (
        select ${columns} from ${sql.table(table)} where ${condition} and ${status} = status.id ${beyond}
        order by ${id} ${direction} limit ${limit}
      ) found
      where status.organization_id = ${organizationId} and status.project_id = ${projectId} ${statuses}
      order by status.position ${direction}, found.id ${direction} limit ${limit}`
  if (!after) return [segment(sql``, sql``)]
  return [
    segment(sql`and status.position = ${after.value}`, sql`and ${id} ${sign} ${after.id}`),
    segment(sql`and status.position ${sign} ${after.value}`, sql``),
  ]
}

function withoutStatus({ table, condition, sortOrder, after }: RowsWithStatus): Segment {
  const [id, status, direction] = [sql.ref(`${table}.id`), sql.ref(`${table}.status_config_id`), directionOf(sortOrder)]
  const beyond = after?.value === null ? sql`and ${id} ${beyondSign(sortOrder)} ${after.id}` : sql``
  return (columns, limit) => sql`
    select ${columns}, null::integer as sort_value from ${sql.table(table)} where ${condition} and ${status} is null ${beyond}
    order by ${id} ${direction} limit ${limit}`
}
