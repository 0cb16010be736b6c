import { onTestFinished } from 'vitest'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type DatabaseOptions } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { searchThroughCrashes, type CrashPlan, type Outcome } from './crashed-search.ts'
import { startAllDoubles } from './doubles/start-all.ts'
import { startPostgresCluster, type PostgresCluster } from './postgres-cluster.ts'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from './test-database-setup.ts'

interface Harmed {
  unharmed: Outcome
  harmed: Outcome
  killed: number
}

/** A search that loses its workers and its own PostgreSQL as `killAt` says, beside one that loses none. */
export async function searchThroughLosses(killAt: CrashPlan['killAt']): Promise<Harmed> {
  const cluster = await startPostgresCluster()
  onTestFinished(() => cluster.stop())
  await asSuperuser(cluster.socketDir, `create role ${TEST_ROLE} login`)
  const doubles = await startAllDoubles({ folder: undefined, portBase: undefined, clock: systemClock })
  onTestFinished(() => doubles.close())
  const environment = { ...doubles.environment, JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' }
  const plan = { environment, budget: null, cluster }
  const unharmed = await searchThroughCrashes({ ...plan, where: await migrated(cluster, 'unharmed'), killAt: [] })
  const { outcome, killed } = await searchThroughCrashes({ ...plan, where: await migrated(cluster, 'harmed'), killAt })
  return { unharmed: unharmed.outcome, harmed: outcome, killed }
}

async function migrated({ socketDir }: PostgresCluster, name: string): Promise<DatabaseOptions> {
  await asSuperuser(socketDir, `create database ${name} owner ${TEST_ROLE}`)
  const databaseUrl = testDatabaseUrl(socketDir, name)
  const where = { databaseUrl, dataDir: '', poolMax: 5, log: silentLog, clock: systemClock }
  const database = await openDatabase(where)
  await migrate(database)
  await database.close()
  return where
}
