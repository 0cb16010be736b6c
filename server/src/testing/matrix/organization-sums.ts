import { TEXT_SETTINGS } from '../../platform/backup/dump-rows.ts'
import { listDumpTables } from '../../platform/backup/dump-tables.ts'
import { sumTables } from '../../platform/backup/write-backup.ts'
import type { Database } from '../../platform/database.ts'

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
