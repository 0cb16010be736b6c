import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database, type DatabaseOptions } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'

export const OWNER = 'leadlight_owner'
export const DATABASE = 'list'

/** A throwaway PostgreSQL with an empty, migrated database whose owner is no superuser, as the product demands. */
export interface OwnPostgres {
  socketDir: string
  ownerUrl: string
  superuserUrl: string
  stop(): Promise<void>
}

export async function startOwnPostgres(durability: { keepsWrites?: boolean } = {}): Promise<OwnPostgres> {
  const cluster = await startPostgresCluster(durability)
  const { socketDir } = cluster
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
  try {
    await withDatabase({ databaseUrl: urlOf('postgres', 'postgres') }, async ({ pool }) => {
      await pool.query(`create role ${OWNER} login`)
      await pool.query(`create database ${DATABASE} owner ${OWNER}`)
    })
    const ownerUrl = urlOf(OWNER, DATABASE)
    await withDatabase({ databaseUrl: ownerUrl }, async (database) => void (await migrate(database)))
    return { socketDir, ownerUrl, superuserUrl: urlOf('postgres', DATABASE), stop: () => cluster.stop() }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

export async function withDatabase<T>(
  where: { databaseUrl: string } | { dataDir: string },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const options: DatabaseOptions = { dataDir: '', ...where, poolMax: 1, log: silentLog, clock: systemClock }
  const database = await openDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
