import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '@leadlight/server/platform/migrate'
import { freePort } from '@leadlight/testing/free-port'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { programEnvironment } from '@leadlight/testing/program-environment'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'
import type { Pool } from 'pg'
import { createDatabase, environmentOf, fetchRowsBy, startParties } from '../faults/fixture.ts'
import { clientOf, type Person } from '../faults/person.ts'
import { createProgram } from '../faults/program.ts'
import { anyLead, work, type Watched } from '../faults/watch.ts'
import { issueToken, SECRET_KEY, sessionTokens } from '../list/capture.ts'
import { withDatabase } from '../list/own-postgres.ts'
import { seed, type SeededOrganization } from '../list/seed.ts'
import { findDifferences, sumTables, sumTablesAt, type TableSums } from './table-sums.ts'

const LEADS_PER_ORGANIZATION = 2_000
const BACK = 'back'
const WORK_FIRST_MS = 5_000
/** What nobody changes on the way comes back as it was: through two databases, two backups and a move. */
const UNCHANGED = ['account', 'intent_signal', 'lead', 'lead_match', 'organization', 'post', 'post_words', 'project']

/**
 * Takes so many leads from an embedded database to PostgreSQL, backs that up while people work, and restores the backup into an
 * embedded and a PostgreSQL database. Fails where a table differs by as much as a row, or a note that was acknowledged before
 * the backup is not in it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { leads: { type: 'string', default: '20000' } } })
  const ends: (() => Promise<unknown>)[] = []
  try {
    const failures = await goRound(Number(values.leads), ends)
    for (const failure of failures) console.log(`Failed: ${failure}.`)
    if (failures.length > 0) process.exitCode = 1
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function goRound(leads: number, ends: (() => Promise<unknown>)[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-restore-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const [first, last, file] = [join(folder, 'first'), join(folder, 'last'), join(folder, 'saved.gz')]
  const { organizations, sums: original } = await timed('seed the embedded database', () => fill(first, leads))

  const cluster = await startPostgresCluster({ keepsWrites: true })
  ends.push(() => cluster.stop())
  const { databaseUrl, pool } = await createDatabase(cluster)
  ends.push(() => pool.end())
  await timed('move it to PostgreSQL', () => runProgram('move-to-postgres', { DATA_DIR: first }, databaseUrl))
  const sumServer = (database: string) => sumTablesAt({ host: cluster.socketDir, user: 'postgres', database })
  const moved = await timed('add up PostgreSQL', () => sumServer(new URL(databaseUrl).pathname.slice(1)))

  const { notes, ...watched } = await backUpUnderLoad({ databaseUrl, pool, folder, file, organizations })
  await asSuperuser(cluster.socketDir, `create database ${BACK} owner ${TEST_ROLE}`)
  const back = testDatabaseUrl(cluster.socketDir, BACK)
  await timed('restore to PostgreSQL', () =>
    runProgram('restore', { DATABASE_URL: back, DATA_DIR: join(folder, 'data') }, file),
  )
  await timed('restore to an embedded database', () => runProgram('restore', { DATA_DIR: last }, file))
  const server = await timed('add up the restored PostgreSQL', () => sumServer(BACK))
  const embedded = await timed('add up the restored embedded database', () => sumEmbedded(last))
  await tellSizes({ file, pool })

  const kept = Number(/^\d+/.exec(embedded.get('lead_note') ?? '')?.[0])
  return [
    ...differ('was moved', findDifferences(original, moved)),
    ...differ('was restored to the two databases', findDifferences(server, embedded)),
    ...differ(
      'came back',
      findDifferences(original, embedded).filter((name) => UNCHANGED.includes(name)),
    ),
    ...(kept >= notes.before && kept <= notes.after
      ? []
      : [`${kept} notes came back, of ${notes.before} to ${notes.after} that were written`]),
    ...watched.lost.map((what) => `lost: ${what}`),
    ...watched.doubled.map((what) => `doubled: ${what}`),
  ]
}

function differ(how: string, tables: readonly string[]): string[] {
  return tables.map((table) => `${table} differs from what ${how}`)
}

async function fill(dataDir: string, leads: number): Promise<{ organizations: SeededOrganization[]; sums: TableSums }> {
  return withDatabase({ dataDir }, async (database) => {
    await migrate(database)
    const organizations = Math.max(10, Math.ceil(leads / LEADS_PER_ORGANIZATION))
    const seeded = await seed(database.pool, { organizations, leads, largest: Math.ceil(leads / 5) })
    return { organizations: seeded, sums: await sumPool(database.pool) }
  })
}

function sumEmbedded(dataDir: string): Promise<TableSums> {
  return withDatabase({ dataDir }, ({ pool }) => sumPool(pool))
}

async function sumPool(pool: Pool): Promise<TableSums> {
  const client = await pool.connect()
  try {
    return await sumTables(client)
  } finally {
    client.release()
  }
}

interface Place {
  databaseUrl: string
  pool: Pool
  folder: string
  file: string
  organizations: readonly SeededOrganization[]
}

/** The backup is made while somebody reads leads and writes notes at an API, beside a worker. */
async function backUpUnderLoad({ databaseUrl, pool, folder, file, organizations }: Place) {
  const [organization] = organizations
  if (!organization) throw new Error('No organization was seeded.')
  const parties = await startParties()
  const port = await freePort()
  const environment = environmentOf({ parties, databaseUrl, folder, port })
  const programs = [createProgram('api', () => environment), createProgram('worker', () => environment)]
  try {
    for (const program of programs) await program.start()
    const url = `http://127.0.0.1:${port}`
    const person = await enter(url, organization)
    const atWork = work(url, person, await anyLead(fetchRowsBy(pool), person))
    const written = () => atWork.seen.filter(({ what, status }) => what === 'note' && status === 201).length
    await sleep(WORK_FIRST_MS)
    const before = written()
    await timed('back up under load', () => runProgram('backup', { DATABASE_URL: databaseUrl, DATA_DIR: folder }, file))
    const watched: Watched = await atWork.end()
    const failed = watched.seen.filter(({ status }) => status === 0 || status >= 400)
    console.log(`${watched.seen.length} calls were answered meanwhile, ${failed.length} of them with a failure.`)
    return { ...watched, notes: { before, after: written() } }
  } finally {
    for (const program of programs) await program.stop()
    await parties.close()
  }
}

async function enter(url: string, organization: SeededOrganization): Promise<Person> {
  const token = await issueToken(sessionTokens(), organization)
  const { organizationId, projectId } = organization
  return { email: '', name: 'restore', token, organizationId, projectId, client: clientOf(url, token), hook: '' }
}

async function runProgram(
  name: 'backup' | 'restore' | 'move-to-postgres',
  variables: Record<string, string>,
  argument: string,
): Promise<void> {
  const script = fileURLToPath(new URL(`../../server/src/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, script, argument], {
    env: programEnvironment({ SECRET_KEY, TMPDIR: tmpdir(), ...variables }),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${name} ended with ${code}.`)
}

async function tellSizes({ file, pool }: { file: string; pool: Pool }): Promise<void> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const [backup, database] = [(await stat(file)).size, Number(rows[0]?.bytes)].map((bytes) => Math.round(bytes / 1e6))
  console.log(`The backup has ${backup} MB, PostgreSQL's database ${database} MB.`)
}

async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  const begunMs = performance.now()
  const result = await step()
  console.log(`${what}: ${((performance.now() - begunMs) / 1000).toFixed(1)} s`)
  return result
}
