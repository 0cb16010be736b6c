import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type { PoolClient } from 'pg'
import { systemClock, type Clock } from './clock.ts'
import type { Ask, Database } from './database.ts'
import { NO_LIMITS, setLocal } from './limits.ts'
import { silentLog, type Log } from './log.ts'
import { TENANT_ROLE } from './scoped-dialect.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const FILE = /^(\d{4})-[a-z0-9-]+\.sql$/
/** Any number, as long as every version of the program takes the same one. */
const LOCK_KEY = 6_173_412_208
/**
 * As long as a migration waits for a table, all that others ask of that table waits behind it. So it gives up soon, and
 * leaves them alone for much longer.
 */
const LOCK_LIMIT = { lock_timeout: '1s' }
const LOCK_TIMEOUT = '55P03'
const TRY_AGAIN_MS = 10_000
/** Versions before the column told nothing of their migrations. */
const SELECT_APPLIED = `select version, name, checksum, coalesce((to_jsonb(one) ->> 'expands')::boolean, false) as expands
  from schema_migration one order by version`
/** A migration that the version before cannot run beside begins with this, and why (see `docs/operating.md`, upgrading). */
const ALONE = /^-- Alone: \S/
/** The first that may only expand: every version knows the ones below, or refuses the database. */
export const FIRST_EXPANDING = 61

export interface Migration {
  version: number
  name: string
  checksum: string
  sql: string
  /** Whether the version before goes on working on what it leaves. */
  expands: boolean
}

type Applied = Omit<Migration, 'sql'>

interface MigrateOptions {
  /** Skips later migrations. */
  upTo?: number
  /** Logs that it waits for another program. */
  log?: Log
  clock?: Clock
}

/**
 * Migrates the schema to this program's version and resolves with the names of the migrations it applied. Each runs in
 * a transaction of its own. Programs that start together take turns, so each migration is applied once. Where a table is
 * in use, by a backup perhaps, it waits for the end of that and lets others through meanwhile. Rejects when an applied
 * migration was edited or a newer program has applied one that this one cannot work with.
 */
export async function migrate(
  database: Pick<Database, 'direct'>,
  { upTo = Infinity, log = silentLog, clock = systemClock }: MigrateOptions = {},
): Promise<string[]> {
  const client = await database.direct.connect()
  try {
    const turns = createTurns(client, log, clock)
    const isSuperuser = await turns.take(() => prepare(client))
    const names: string[] = []
    for (;;) {
      const name = await turns.take(() => applyNext(client, upTo))
      if (name === undefined) break
      names.push(name)
    }
    if (isSuperuser) await turns.take(() => grantToTenant(client))
    return names
  } finally {
    client.release()
  }
}

/** One sentence on why the schema is not what this program needs; undefined when it is. */
export async function findMigrationProblem(ask: Ask): Promise<string | undefined> {
  const [found] = await ask<{ there: boolean }>(`select to_regclass('public.schema_migration') is not null as there`)
  const applied = found?.there ? await ask<Applied>(SELECT_APPLIED) : []
  const problem = findMismatch(applied)
  if (problem !== undefined) return problem
  const missing = listMigrations().filter(({ version }) => !applied.some((one) => one.version === version))
  return missing.length === 0 ? undefined : `The database lacks ${missing.length} migrations; start once to migrate it.`
}

/** The number of this program's newest migration: a backup states it, and a restore compares it. */
export function schemaVersion(): number {
  return listMigrations().at(-1)?.version ?? 0
}

/** This program's migrations, oldest first. */
export function listMigrations(): Migration[] {
  const migrations = readdirSync(FOLDER)
    .toSorted()
    .map((name) => {
      const version = Number(FILE.exec(name)?.[1])
      if (!version) throw new Error(`The migration ${name} must be named NNNN-name.sql.`)
      const sql = readFileSync(new URL(name, FOLDER), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { version, name, sql, checksum, expands: version >= FIRST_EXPANDING && !ALONE.test(sql) }
    })
  for (const [index, { version, name }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version) throw new Error(`Two migrations have the number of ${name}.`)
  }
  return migrations
}

interface Turns {
  /**
   * Runs `work` in a transaction while no other program migrates this database; from the beginning where a table was in
   * use.
   */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** The lock ends with its transaction: a session's lock would stay with a pooler, where nobody could release it. */
function createTurns(client: PoolClient, log: Log, clock: Clock): Turns {
  const said = new Set<string>()

  function sayOnce(sentence: string): void {
    if (!said.has(sentence)) log.info({}, sentence)
    said.add(sentence)
  }

  async function lock(): Promise<void> {
    const { rows } = await client.query<{ is_free: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK_KEY}) as is_free`,
    )
    if (!rows[0]?.is_free) {
      sayOnce('Another process is migrating the database; this one waits for it.')
      await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`)
    }
    // Reading a table makes the session process invalidations; without it, it may still take a schema for missing.
    await client.query('select from pg_namespace limit 1')
  }

  async function takeOnce<T>(work: () => Promise<T>): Promise<T> {
    await client.query(`begin; ${setLocal(NO_LIMITS)}`)
    try {
      await lock()
      await client.query(setLocal(LOCK_LIMIT))
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }

  return {
    async take(work) {
      for (;;) {
        try {
          return await takeOnce(work)
        } catch (error) {
          if (!hasMissedLock(error)) throw error
        }
        sayOnce(
          'A table that a migration changes is in use, perhaps by a backup; this process tries again until it is free.',
        )
        await clock.sleep(TRY_AGAIN_MS)
      }
    },
  }
}

function hasMissedLock(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return code === LOCK_TIMEOUT || cause?.code === LOCK_TIMEOUT
}

async function prepare(client: PoolClient): Promise<boolean> {
  await client.query(`create table if not exists schema_migration (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
    expands boolean not null default false)`)
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'expands' and not attisdropped`,
  )
  // Not `if not exists`, which waits for a backup even where there is nothing to add.
  if (rowCount === 0)
    await client.query('alter table schema_migration add column expands boolean not null default false')
  return prepareTenantRole(client)
}

/** Resolves with the name of the applied migration; undefined where none is missing. */
async function applyNext(client: PoolClient, upTo: number): Promise<string | undefined> {
  const { rows: applied } = await client.query<Applied>(SELECT_APPLIED)
  const problem = findMismatch(applied)
  if (problem !== undefined) throw new Error(problem)
  const newest = applied.at(-1)?.version ?? 0
  const migration = listMigrations().find(({ version }) => version > newest && version <= upTo)
  if (migration) await applyOne(client, migration)
  return migration?.name
}

async function applyOne(client: PoolClient, migration: Migration): Promise<void> {
  const { version, name, checksum, sql, expands } = migration
  try {
    await client.query(sql)
    const insert = 'insert into schema_migration (version, name, checksum, expands) values ($1, $2, $3, $4)'
    await client.query(insert, [version, name, checksum, expands])
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function findMismatch(applied: Applied[]): string | undefined {
  const known = new Map(listMigrations().map((migration) => [migration.version, migration]))
  const newest = applied.at(-1)?.version ?? 0
  const newestKnown = Math.max(...known.keys())
  for (const { version, name, checksum, expands } of applied) {
    const own = known.get(version)
    if (!own && expands && version > newestKnown) continue
    if (!own)
      return `The database has the migration ${name}, which this program does not know: it was used by a newer one.`
    if (own.checksum !== checksum) return `The migration ${own.name} was changed after it was applied to this database.`
  }
  for (const { version, name } of known.values()) {
    const isLate = version < newest && !applied.some((one) => one.version === version)
    if (isLate) return `The migration ${name} came after a later one was applied; give it the next free number.`
  }
  return undefined
}

/**
 * Policies do not bind a superuser, so its transactions act as this role. Other users need no role and may create none.
 */
async function prepareTenantRole(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_superuser: boolean; there: boolean }>(
    `select rolsuper as is_superuser, exists (select from pg_roles where rolname = $1) as there
     from pg_roles where rolname = current_user`,
    [TENANT_ROLE],
  )
  if (!rows[0]?.is_superuser) return false
  // Roles belong to the whole server: another database's first start may be creating it right now.
  const create = `do $$ begin create role ${TENANT_ROLE} nologin; exception when duplicate_object then null; end $$`
  if (!rows[0].there) await client.query(create)
  return true
}

async function grantToTenant(client: PoolClient): Promise<void> {
  await client.query(`
    grant usage on schema public to ${TENANT_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${TENANT_ROLE};
    grant usage, select on all sequences in schema public to ${TENANT_ROLE};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${TENANT_ROLE};
    alter default privileges in schema public grant usage, select on sequences to ${TENANT_ROLE}`)
}
