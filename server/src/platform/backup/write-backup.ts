import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Clock } from '../clock.ts'
import { listOrganizationIds, readRows, setOrganization, TEXT_SETTINGS } from './dump-rows.ts'
import { listDumpTables, listIdentities, type DumpTable } from './dump-tables.ts'
import type { WriteOptions } from './draft-file.ts'
import { newHeader, writeDumpFile, type TableSum } from './dump-file.ts'
import { rollBack } from './roll-back.ts'

/**
 * Backs up every row of the database, as of one moment, to `path`; resolves with what was saved. PostgreSQL goes on
 * serving others. The embedded database has one session and serves nobody else meanwhile. A failure leaves no file.
 */
export async function writeBackup(client: ClientBase, path: string, options: WriteOptions): Promise<TableSum[]> {
  const sums: TableSum[] = []
  try {
    await client.query(`begin isolation level repeatable read; ${TEXT_SETTINGS}`)
    await writeDumpFile(path, dumpLines(client, options.clock, sums), options)
    await client.query('rollback')
  } catch (error) {
    const failure = await rollBack(client, error, 'everything was saved, and nothing of it was kept')
    options.signal?.throwIfAborted()
    throw failure
  }
  return sums
}

/** The sums of tables within the open transaction: equal sums mean equal rows. */
export async function sumTables(
  client: ClientBase,
  tables: DumpTable[],
  organizationIds: string[],
): Promise<TableSum[]> {
  const sums: TableSum[] = []
  for (const table of tables) {
    const reading = tableLines(client, table, organizationIds)
    let step = await reading.next()
    while (!step.done) step = await reading.next()
    sums.push(step.value)
  }
  return sums
}

async function* dumpLines(client: ClientBase, clock: Clock, sums: TableSum[]): AsyncGenerator<string> {
  yield JSON.stringify(newHeader(await readSchemaVersion(client), clock.now()))
  const tables = await listDumpTables(client)
  const organizationIds = await listOrganizationIds(client, tables)
  for (const table of tables) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })
    const sum = yield* tableLines(client, table, organizationIds)
    yield JSON.stringify({ table_end: sum.table, rows: sum.rows, sha256: sum.sha256 })
    sums.push(sum)
  }
  yield JSON.stringify({ identities: await listIdentities(client) })
  yield JSON.stringify({ end: true, tables: sums.length, rows: sums.reduce((total, { rows }) => total + rows, 0) })
}

async function* tableLines(
  client: ClientBase,
  table: DumpTable,
  organizationIds: string[],
): AsyncGenerator<string, TableSum> {
  const hash = createHash('sha256')
  let rows = 0
  let current: string | undefined
  for await (const { organizationId, lines } of readRows(client, table, organizationIds)) {
    if (organizationId !== current) yield JSON.stringify({ organization: organizationId ?? null })
    current = organizationId
    for (const line of lines) {
      hash.update(line).update('\n')
      rows += 1
      yield line
    }
  }
  await setOrganization(client, undefined)
  return { table: table.name, rows, sha256: hash.digest('hex') }
}

async function readSchemaVersion(client: ClientBase): Promise<number> {
  const known = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as there`,
  )
  if (!known.rows[0]?.there) throw new Error('The database was never used, so there is nothing to save.')
  const { rows } = await client.query<{ version: number | null }>(
    'select max(version) as version from schema_migration',
  )
  return rows[0]?.version ?? 0
}
