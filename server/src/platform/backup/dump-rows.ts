import type { ClientBase } from 'pg'
import type { DumpColumn, DumpTable } from './dump-tables.ts'

const FETCH_ROWS = 1000

/** A row as one line: a JSON array of PostgreSQL's own text for each value, or null. */
export type RowLine = string

export interface RowGroup {
  /** The organization that owns these rows; undefined for shared ones. */
  organizationId: string | undefined
  lines: RowLine[]
}

/** Settings for the open transaction that make the text of values independent of the server's own settings. */
export const TEXT_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0`

export async function setOrganization(client: ClientBase, organizationId: string | undefined): Promise<void> {
  await client.query(`select set_config('app.organization_id', $1, true), set_config('app.scope', 'operator', true)`, [
    organizationId ?? '',
  ])
}

/** The ids of all organizations, read from the organizations' own table. */
export async function listOrganizationIds(client: ClientBase, tables: readonly DumpTable[]): Promise<string[]> {
  const tenants = tables.find(({ organizationColumn }) => organizationColumn === 'id')
  if (!tenants) throw new Error('The database has no table of organizations.')
  await setOrganization(client, undefined)
  const { rows } = await client.query<{ id: string }>(`select id from ${tenants.name} order by id`)
  return rows.map(({ id }) => id)
}

/** Every row of the table, by organization and then by primary key, in groups of up to a thousand. */
export async function* readRows(
  client: ClientBase,
  table: DumpTable,
  organizationIds: string[],
): AsyncGenerator<RowGroup> {
  const { organizationColumn, hasOwnerless } = table
  if (organizationColumn === undefined) {
    await setOrganization(client, undefined)
    for await (const lines of fetchLines(client, select(table))) yield { organizationId: undefined, lines }
    return
  }
  if (hasOwnerless) {
    await setOrganization(client, undefined)
    const query = select(table, `"${organizationColumn}" is null`)
    for await (const lines of fetchLines(client, query)) yield { organizationId: undefined, lines }
  }
  for (const organizationId of organizationIds) {
    await setOrganization(client, organizationId)
    const query = select(table, `"${organizationColumn}" = '${organizationId}'`)
    for await (const lines of fetchLines(client, query)) yield { organizationId, lines }
  }
}

async function* fetchLines(client: ClientBase, query: string): AsyncGenerator<RowLine[]> {
  await client.query(`declare dump_rows no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from dump_rows`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < FETCH_ROWS) break
  }
  await client.query('close dump_rows')
}

function select(table: DumpTable, condition = 'true'): string {
  const values = table.columns.map((column) => valueOf(table, column))
  const types = new Map(table.columns.map((column) => [column.name, column]))
  const keys = table.keyColumns.map((name) => (types.get(name)?.isText ? `"${name}"::text collate "C"` : `"${name}"`))
  return `select array_to_json(array[${values.join(', ')}])::text as line from ${table.name} where ${condition} order by ${keys.join(', ')}`
}

// A running job is saved as waiting to run again: it will not be running where the backup is restored.
function valueOf(table: DumpTable, { name }: DumpColumn): string {
  if (table.name === 'public.job') {
    if (name === 'state') return `case state when 'running' then 'waiting' else state end`
    if (name === 'run_id' || name === 'worker_id') return 'null'
  }
  return `"${name}"::text`
}
