import { TEXT_SETTINGS } from '@leadlight/server/platform/backup/dump-rows'
import { listDumpTables } from '@leadlight/server/platform/backup/dump-tables'
import { sumTables } from '@leadlight/server/platform/backup/write-backup'
import type { Database } from '@leadlight/server/platform/database'

/** The number of the organization's rows in each table, and a checksum of them: equal sums mean equal rows. */
export async function sumsOf({ pool }: Database, organizationId: string): Promise<Record<string, string>> {
  const client = await pool.connect()
  try {
    await client.query(`begin; ${TEXT_SETTINGS}`)
    const tables = (await listDumpTables(client)).filter(({ organizationColumn }) => organizationColumn !== undefined)
    const ownRows = tables.map((table) => ({ ...table, hasOwnerless: false }))
    const sums = await sumTables(client, ownRows, [organizationId])
    return Object.fromEntries(sums.map(({ table, rows, sha256 }) => [table, `${rows} ${sha256}`]))
  } finally {
    await client.query('rollback')
    client.release()
  }
}
