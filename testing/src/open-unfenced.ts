import { Client, type QueryResultRow } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '@leadlight/server/platform/database'

/** Queries the database past row-level security, for tests of what is left in it. */
export type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Sees every row of every table, whoever owns it, until the calling test ends. */
export async function openUnfenced(database: Database): Promise<Ask> {
  const origin = inject('databaseOrigin')
  if (origin.kind === 'embedded') return async (text, values = []) => (await database.pool.query(text, values)).rows
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const client = new Client({ host: origin.socketDir, user: 'postgres', database: rows[0]?.name ?? '' })
  await client.connect()
  onTestFinished(() => client.end())
  return async (text, values = []) => (await client.query(text, values)).rows
}

/** The tables that hold rows of this installation's own, jobs and all, but for the record of migrations. */
export async function listTables(ask: Ask): Promise<string[]> {
  const rows = await ask<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration'
    order by 1`)
  return rows.map(({ name }) => name)
}

/** The tables with rows that contain the words, in any column. */
export async function findWords(ask: Ask, words: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await listTables(ask)) {
    const rows = await ask(`select from ${table} as each where each::text ilike $1 limit 1`, [`%${words}%`])
    if (rows.length > 0) found.push(table)
  }
  return found
}
