import process from 'node:process'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'

// node print-ledger.ts <folder>: prints the credit entries of an embedded database that nobody has open.
const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, poolMax: 1, log: silentLog, clock: systemClock })
try {
  const { rows } = await database.pool.query(
    'select kind, amount::float8 / 1000 as credits, key, hold_key as "holdKey" from credit_entry order by created_at, id',
  )
  console.log(JSON.stringify(rows))
} finally {
  await database.close()
}
