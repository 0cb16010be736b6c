import type { ClientBase } from 'pg'
import type { Identity } from './dump-file.ts'

/** The rows of workers mean nothing to the next process, nor those of runs in a database that was not migrated yet. */
const LEFT_OUT = ['schema_migration', 'worker_lease', 'job_lease']
/** The comment that a migration puts on a table that only counts for this very database. */
const NOT_IN_BACKUPS = 'not in backups'

export interface DumpColumn {
  name: string
  type: string
  isText: boolean
}

export interface DumpTable {
  /** Qualified with its schema, as in SQL. */
  name: string
  columns: DumpColumn[]
  keyColumns: string[]
  /** The column that row-level security compares with the scope's organization; undefined where rows are shared. */
  organizationColumn: string | undefined
  /** Whether some rows may belong to no organization. */
  hasOwnerless: boolean
}

interface Described {
  name: string
  relname: string
  columns: DumpColumn[]
  key_columns: string[] | null
  is_fenced: boolean
  has_organization: boolean
  has_ownerless: boolean
  needs: string[]
}

// needs: the other tables its foreign keys point at, which a restore must fill first. In pgboss, jobs wait that no migration has moved yet.
const DESCRIBE = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relname,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isText', a.attcollation <> 0) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(a.attname order by k.place) from pg_index i
      cross join unnest(i.indkey) with ordinality as k(attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as key_columns,
    c.relrowsecurity as is_fenced,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as has_organization,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attnotnull)
      as has_ownerless,
    coalesce((select json_agg(distinct format('%I.%I', fn.nspname, f.relname)) from pg_constraint o
      join pg_class f on f.oid = o.confrelid join pg_namespace fn on fn.oid = f.relnamespace
      where o.conrelid = c.oid and o.contype = 'f' and f.oid <> c.oid and o.conparentid = 0), '[]') as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and ((n.nspname = 'public' and c.relname <> all($1) and obj_description(c.oid) is distinct from '${NOT_IN_BACKUPS}') or (n.nspname = 'pgboss' and c.relname = 'job'))
  order by 1`

/** Every table that a backup holds, referenced tables first. */
export async function listDumpTables(client: ClientBase): Promise<DumpTable[]> {
  const { rows } = await client.query<Described>(DESCRIBE, [LEFT_OUT])
  return inOrder(rows).map(({ name, relname, columns, key_columns, is_fenced, has_organization, has_ownerless }) => {
    const tenant = has_organization ? 'organization_id' : undefined
    const organizationColumn = relname === 'organization' ? 'id' : tenant
    return {
      name,
      columns,
      keyColumns: key_columns ?? columns.map((column) => column.name),
      organizationColumn: is_fenced ? organizationColumn : undefined,
      hasOwnerless: has_ownerless,
    }
  })
}

/** The last value of every identity column. */
export async function listIdentities(client: ClientBase): Promise<Identity[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, a.attname as column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attidentity <> '' and n.nspname = 'public' and c.relkind in ('r', 'p') order by 1, 2`)
  const identities: Identity[] = []
  for (const { table, column, sequence } of rows) {
    const counted = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${sequence}`,
    )
    identities.push(...counted.rows.map(({ last, is_called }) => ({ table, column, last, is_called })))
  }
  return identities
}

export async function setIdentities(client: ClientBase, identities: Identity[]): Promise<void> {
  for (const { table, column, last, is_called } of identities) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [table, column, last, is_called])
  }
}

function inOrder(tables: Described[]): Described[] {
  const names = new Set(tables.map(({ name }) => name))
  const placed = new Set<string>()
  const ordered: Described[] = []
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, needs }) => !placed.has(name) && needs.every((need) => placed.has(need) || !names.has(need)),
    )
    if (ready.length === 0) throw new Error('The tables point at each other in a circle, so no order can restore them.')
    for (const table of ready) placed.add(table.name)
    ordered.push(...ready)
  }
  return ordered
}
