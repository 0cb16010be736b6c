import type { Pool } from 'pg'

const HEAD = `// Written by \`npm run tables\` from the migrated schema: every table and read view, each column with its type.
import type { ColumnType, Generated } from 'kysely'

type Bigint = string | number
type Json = ColumnType<unknown, string, string>
`

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  tsvector: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  bigint: 'Bigint',
  numeric: 'Bigint',
  jsonb: 'Json',
  bytea: 'Uint8Array',
  'timestamp with time zone': 'Date',
  xid8: 'string',
}

interface Column {
  table: string
  isView: boolean
  name: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isComputed: boolean
}

const COLUMNS = `
  select c.relname as table, c.relkind = 'v' as "isView", a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' as "isComputed"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by c.relname collate "C", a.attname collate "C"`

/** The declarations of `platform/tables.ts` for the pool's database. A view is part of the table it is named after. */
export async function describeTables(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS)
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table))
  const declared = tables.map(([name, columns = []]) =>
    columns[0]?.isView ? describeView(name, columns) : describeTable(name, columns),
  )
  return `${HEAD}\nexport interface Schema {\n${declared.join('')}}\n`
}

function describeTable(name: string, columns: readonly Column[]): string {
  return `  ${name}: {\n${columns.map((column) => `    ${column.name}: ${typeOf(column)}\n`).join('')}  }\n`
}

function describeView(name: string, columns: readonly Column[]): string {
  const of = columns.map((column) => `    | '${column.name}'\n`).join('')
  return `  ${name}: Pick<\n    Schema['${name.replace(/_view$/, '')}'],\n${of}  >\n`
}

function typeOf({ table, name, type, isRequired, hasDefault, isComputed }: Column): string {
  const isArray = type.endsWith('[]')
  const one = TYPES[isArray ? type.slice(0, -2) : type]
  if (one === undefined) throw new Error(`${table}.${name} is of the type ${type}, which has no counterpart here.`)
  const whole = (isArray ? `${one}[]` : one) + (isRequired ? '' : ' | null')
  if (isComputed) return `ColumnType<${whole}, never, never>`
  return hasDefault ? `Generated<${whole}>` : whole
}
