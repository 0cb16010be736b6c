import { Client, type ClientBase, type ClientConfig } from 'pg'

/** What is in no backup says so itself. Each database has its own word on when it was migrated, and a process its own lease. */
const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  and coalesce(obj_description(oid, 'pg_class'), '') <> 'not in backups' and relname not in ('worker_lease', 'schema_migration')
  order by relname`

/** Of each table how many rows it has, and a sum of what each row says, whatever their order. */
export type TableSums = Map<string, string>

/**
 * Reads every row as PostgreSQL writes it out and adds up hashes: nothing of the product's own backup takes part. Whoever asks
 * must be a superuser, whom no policy keeps from rows.
 */
export async function sumTables(client: ClientBase): Promise<TableSums> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'`)
  await client.query(`set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0`)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const sums: TableSums = new Map()
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; sum: string }>(
      `select count(*) as rows, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint), 0) as sum from "${name}" one`,
    )
    sums.set(name, `${rows[0]?.rows} rows, sum ${rows[0]?.sum}`)
  }
  return sums
}

export async function sumTablesAt(config: ClientConfig): Promise<TableSums> {
  const client = new Client(config)
  await client.connect()
  try {
    return await sumTables(client)
  } finally {
    await client.end()
  }
}

/** The names of tables that are not the same in both. */
export function findDifferences(one: TableSums, other: TableSums): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
}
