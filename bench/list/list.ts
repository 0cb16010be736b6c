import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@leadlight/server/platform/migrate'
import { compare, REQUESTS_A_ROUND_MIN, ROUNDS, timeRequests } from './compare.ts'
import { startOwnPostgres, withDatabase } from './own-postgres.ts'
import { listScenarios } from './scenarios.ts'
import { seed, type SeedSize, type SeededOrganization } from './seed.ts'
import { serve } from './served.ts'
import { medianOf, printTable, ratioOf, say, timesOf, type Row, type Times } from './table.ts'

const RATIO_MAX = 3
const EMBEDDED: SeedSize = { organizations: 20, leads: 20_000, largest: 5_000 }

/**
 * Times the product's list, over HTTP with its sign-in and its row-level security, against pgbench running the same SQL
 * in the same run. Fails if a p95 is more than three times the peer's.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      leads: { type: 'string', default: '1000000' },
      organizations: { type: 'string', default: '200' },
      largest: { type: 'string', default: '115000' },
      json: { type: 'string' },
    },
  })
  const size = {
    leads: Number(values.leads),
    organizations: Number(values.organizations),
    largest: Number(values.largest),
  }
  const served = await onPostgres(size)
  const embedded = await onEmbedded()
  if (values.json !== undefined) {
    await writeFile(
      values.json,
      `${JSON.stringify({ size, ...served, embedded: { size: EMBEDDED, rows: embedded } }, null, 2)}\n`,
    )
  }
  const over = served.rows.filter((row) => (ratioOf(row) ?? 0) > RATIO_MAX)
  if (over.length === 0) return console.log(`\nEvery p95 is within ${RATIO_MAX}× of ${served.peer}'s.`)
  console.error(`\nAbove ${RATIO_MAX}× of ${served.peer}: ${over.map(({ name }) => name).join('; ')}.`)
  process.exitCode = 1
}

async function onPostgres(size: SeedSize): Promise<{ peer: string; rows: Row[] }> {
  const postgres = await startOwnPostgres()
  try {
    return await withDatabase({ databaseUrl: postgres.superuserUrl }, async ({ pool }) => {
      const organizations = await say(`Seeding ${size.leads.toLocaleString('en')} leads`, () => seed(pool, size))
      const { rows } = await pool.query<{ size: string }>(
        'select pg_size_pretty(pg_database_size(current_database())) as size',
      )
      console.log(
        `${rows[0]?.size} in ${organizations.length} organizations, ${organizations[0]?.leads.toLocaleString('en')} leads in the largest.`,
      )
      const depths = [1_000, 10_000, 100_000].filter((depth) => depth < size.largest * 0.9)
      const scenarios = await listScenarios(pool, organizations, depths)
      return withDatabase({ databaseUrl: postgres.ownerUrl }, (owned) => compare(postgres, owned, scenarios))
    })
  } finally {
    await postgres.stop()
  }
}

async function onEmbedded(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-list-'))
  try {
    const scenarios = await withDatabase({ dataDir }, async (database) => {
      await migrate(database)
      const organizations: SeededOrganization[] = await say(
        `\nSeeding ${EMBEDDED.leads.toLocaleString('en')} leads into the embedded database`,
        () => seed(database.pool, EMBEDDED),
      )
      return listScenarios(database.pool, organizations, [1_000])
    })
    const server = await serve({ DATA_DIR: dataDir })
    try {
      const rows: Row[] = []
      for (const scenario of scenarios) {
        const ours: Times[] = []
        await timeRequests(server, scenario, REQUESTS_A_ROUND_MIN)
        for (let round = 0; round < ROUNDS; round += 1)
          ours.push(timesOf(await timeRequests(server, scenario, REQUESTS_A_ROUND_MIN)))
        rows.push({ name: scenario.name, ours: medianOf(ours), peer: undefined })
      }
      printTable('–', rows)
      return rows
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
