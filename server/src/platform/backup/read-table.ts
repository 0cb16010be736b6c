import type { Database } from '../database.ts'
import { readDumpFile } from './dump-file.ts'
import { listOrganizationIds, readRows, TEXT_SETTINGS } from './dump-rows.ts'
import { listDumpTables } from './dump-tables.ts'

/** A row by column, each value as PostgreSQL's own text. */
export type TextRow = Record<string, string | null>

/** The rows of each of these tables in a backup; a table that the backup is older than is left out. */
export async function readTablesOfBackup(path: string, names: readonly string[]): Promise<Map<string, TextRow[]>> {
  const found = new Map<string, TextRow[]>()
  let into: { columns: string[]; rows: TextRow[] } | undefined
  for await (const event of readDumpFile(path)) {
    if (event.kind === 'table') {
      into = names.includes(event.table) ? { columns: event.columns, rows: found.get(event.table) ?? [] } : undefined
      if (into) found.set(event.table, into.rows)
    }
    if (event.kind === 'row' && into) into.rows.push(toRow(into.columns, event.line))
  }
  return found
}

/** The rows that a database has of each of these tables, of all organizations; a table that it lacks is left out. */
export async function readTablesOfDatabase(
  { pool }: Pick<Database, 'pool'>,
  names: readonly string[],
): Promise<Map<string, TextRow[]>> {
  const client = await pool.connect()
  try {
    await client.query(`begin isolation level repeatable read; ${TEXT_SETTINGS}`)
    const tables = await listDumpTables(client)
    const found = new Map<string, TextRow[]>()
    for (const table of tables.filter(({ name }) => names.includes(name))) {
      const columns = table.columns.map((column) => column.name)
      const rows: TextRow[] = []
      for await (const { lines } of readRows(client, table, await listOrganizationIds(client, tables))) {
        rows.push(...lines.map((line) => toRow(columns, line)))
      }
      found.set(table.name, rows)
    }
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function toRow(columns: readonly string[], line: string): TextRow {
  const values = JSON.parse(line) as (string | null)[]
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
}
