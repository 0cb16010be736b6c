import type { ClientBase } from 'pg'
import type { Database } from '../database.ts'
import { SCHEDULE_KEY } from '../job-schedules.ts'
import { setLocal } from '../limits.ts'
import { migrate, schemaVersion } from '../migrate.ts'
import { setOrganization, TEXT_SETTINGS } from './dump-rows.ts'
import { readDumpFile, verifyDumpFile, type TableSum } from './dump-file.ts'
import { makeFormerTable } from './former-queue.ts'
import { listDumpTables, setIdentities, type DumpTable } from './dump-tables.ts'
import { rollBack } from './roll-back.ts'
import { sumTables } from './write-backup.ts'

const INSERT_ROWS = 500
/** What every start of the program leaves does not make a database anybody's: these tables, and the jobs of schedules. */
const ALWAYS_FILLED = ['public.job_schedule', 'public.secret_key', 'public.suppression_key']

export interface RestoreOptions {
  /** Deletes what the database holds; without it a database that holds anything is refused. */
  replace: boolean
  /** Aborts the restore; the database stays as it was. */
  signal?: AbortSignal | undefined
}

/** The backup cannot be restored into this database. The message is one sentence. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError'
}

/**
 * Fills the database with the backup at `path` and resolves with what it then holds, compared row by row. The whole
 * file is checked before anything changes. The rows arrive in one transaction: all of them, or none and the old ones
 * stay.
 */
export async function restoreBackup(
  database: Database,
  path: string,
  { replace, signal }: RestoreOptions,
): Promise<TableSum[]> {
  const { header, sums } = await verifyDumpFile(path)
  if (header.schema_version > schemaVersion()) {
    throw new RestoreRefusedError('The backup was made by a newer version of the program; update before restoring it.')
  }
  await prepareSchema(database, header.schema_version, replace)
  const client = await database.pool.connect()
  try {
    await client.query(`begin; ${setLocal(database.limits)}${TEXT_SETTINGS}`)
    await fill(client, path, sums, { replace, signal }).catch(async (error: unknown) => {
      throw await rollBack(client, error, 'everything was restored, and nothing was changed')
    })
    await client.query('commit')
  } finally {
    client.release()
  }
  await migrate(database)
  return sums
}

// An older backup is restored into the schema of its time, which the later migrations then upgrade.
async function prepareSchema(database: Database, version: number, replace: boolean): Promise<void> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as there`,
  )
  if (!rows[0]?.there) return void (await migrate(database, { upTo: version }))
  const { rows: versions } = await database.pool.query<{ version: number }>(
    'select max(version) as version from schema_migration',
  )
  const present = versions[0]?.version ?? 0
  if (present <= version) return void (await migrate(database, { upTo: version }))
  if (!replace && (await holdsAnything(database))) throw refusal()
  const begin = `begin; ${setLocal(database.limits)}`
  await database.pool.query(`${begin}drop schema if exists public, pgboss cascade; create schema public; commit`)
  await migrate(database, { upTo: version })
}

async function fill(client: ClientBase, path: string, sums: TableSum[], options: RestoreOptions): Promise<void> {
  const { replace, signal } = options
  const tables = await listDumpTables(client)
  if (!replace && (await findFilled(client, tables))) throw refusal()
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}, worker_lease cascade`)
  await client.query('drop schema if exists pgboss cascade')
  // What triggers once wrote is in the backup; to write it again would be a duplicate.
  await setTriggers(client, tables, 'disable')
  const { saved, organizationIds } = await insertAll(client, path, tables, signal)
  await setTriggers(client, tables, 'enable')
  const restored = new Map((await sumTables(client, saved, organizationIds)).map((sum) => [sum.table, sum]))
  for (const sum of sums) {
    const found = restored.get(sum.table)
    if (found?.rows !== sum.rows || found.sha256 !== sum.sha256) {
      throw new Error(`The restored rows of ${sum.table} differ from the saved ones; nothing was changed.`)
    }
  }
}

async function setTriggers(client: ClientBase, tables: DumpTable[], state: 'disable' | 'enable'): Promise<void> {
  await client.query(tables.map(({ name }) => `alter table ${name} ${state} trigger user`).join(';'))
}

interface Inserted {
  saved: DumpTable[]
  organizationIds: string[]
}

/** Resolves with the tables as the backup has them and their rows; they may lack columns added later. */
async function insertAll(
  client: ClientBase,
  path: string,
  tables: DumpTable[],
  signal: AbortSignal | undefined,
): Promise<Inserted> {
  const saved: DumpTable[] = []
  const organizationIds = new Set<string>()
  let insert = ''
  let waiting: string[] = []
  const flush = async () => {
    if (waiting.length > 0) await client.query(insert, [`[${waiting.join(',')}]`])
    waiting = []
  }
  for await (const event of readDumpFile(path)) {
    signal?.throwIfAborted()
    if (event.kind === 'row') waiting.push(event.line)
    if (event.kind !== 'row' || waiting.length >= INSERT_ROWS) await flush()
    if (event.kind === 'group') {
      await setOrganization(client, event.organizationId)
      if (event.organizationId !== undefined) organizationIds.add(event.organizationId)
    }
    if (event.kind === 'identities') await setIdentities(client, event.identities)
    if (event.kind !== 'table') continue
    const table = (await makeFormerTable(client, event)) ?? requireTable(event, tables)
    insert = insertInto(table)
    saved.push(table)
  }
  return { saved, organizationIds: [...organizationIds].toSorted() }
}

function requireTable({ table: name, columns }: { table: string; columns: string[] }, tables: DumpTable[]): DumpTable {
  const table = tables.find((each) => each.name === name)
  if (!table) throw new RestoreRefusedError(`The backup has the table ${name}, which this database does not.`)
  const found = columns.map((column) => {
    const here = table.columns.find((each) => each.name === column)
    if (!here) throw new RestoreRefusedError(`The backup has ${name}.${column}, which this database does not.`)
    return here
  })
  return { ...table, columns: found }
}

function insertInto({ name, columns }: DumpTable): string {
  const names = columns.map((column) => `"${column.name}"`)
  const values = columns.map((column, index) => `(r->>${index})::${column.type}`)
  return `insert into ${name} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) with ordinality as rows(r, place) order by place`
}

async function findFilled(client: ClientBase, tables: DumpTable[]): Promise<string | undefined> {
  const asked = tables.filter(({ name }) => !ALWAYS_FILLED.includes(name))
  await setOrganization(client, undefined)
  for (const { name } of asked) {
    // In words that every version of the tables knows.
    const which = name === 'public.job' ? `where to_jsonb(one) ->> 'key' is distinct from '${SCHEDULE_KEY}'` : ''
    const query = `select exists (select from ${name} as one ${which}) as filled`
    const { rows } = await client.query<{ filled: boolean }>(query)
    if (rows[0]?.filled) return name
  }
  return undefined
}

async function holdsAnything({ pool }: Database): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return (await findFilled(client, await listDumpTables(client))) !== undefined
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function refusal(): RestoreRefusedError {
  return new RestoreRefusedError(
    'The database already holds data; add --replace to throw that away and restore the backup.',
  )
}
