import type { ClientBase } from 'pg'
import type { DumpColumn, DumpTable } from './dump-tables.ts'

const TABLES = ['pgboss.queue', 'pgboss.job']
const COLUMN = /^[a-z_]+$/

/**
 * Makes the table of a backup from when pg-boss held the jobs, its values as text and its rows in their order. The migration
 * that moves the jobs to the table `job` drops it. Resolves with undefined where the table is none of pg-boss's.
 */
export async function makeFormerTable(
  client: ClientBase,
  { table: name, columns: names }: { table: string; columns: string[] },
): Promise<DumpTable | undefined> {
  if (!TABLES.includes(name) || !names.every((column) => COLUMN.test(column))) return undefined
  const columns = names.map((column): DumpColumn => ({ name: column, type: 'text', isText: true }))
  const place = 'place bigint generated always as identity primary key'
  await client.query(`create schema if not exists pgboss;
    create table ${name} (${[place, ...names.map((column) => `"${column}" text`)].join(', ')})`)
  return { name, columns, keyColumns: ['place'], organizationColumn: undefined, hasOwnerless: false }
}
