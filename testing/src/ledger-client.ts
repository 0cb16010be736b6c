// One client of the ledger, to be killed: node ledger-client.ts <how it opens the database> <what it does>, both as
// JSON. Prints the number of its current operation now and then.
import { z } from 'zod'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { silentLog } from '@leadlight/server/platform/log'
import { systemRandom } from '@leadlight/server/platform/random'
import { runLedgerClient } from './ledger-world.ts'

const SAYS_EVERY = 50

const Work = z.object({
  seed: z.string(),
  organizationIds: z.array(z.uuid()),
  from: z.int(),
  to: z.int(),
  operations: z.int(),
})

const [where = '{}', work = '{}'] = process.argv.slice(2)
const options = JSON.parse(where) as { databaseUrl?: string; dataDir: string }
const database = await openDatabase({ ...options, poolMax: 2, log: silentLog, clock: systemClock })
const newId = createIds(systemClock, systemRandom)
await runLedgerClient({
  ...Work.parse(JSON.parse(work)),
  db: database.db,
  ledger: { clock: systemClock, newId, monthlyMillicredits: 0, trialMillicredits: 100_000 },
  onDone: (operation) => {
    if (operation % SAYS_EVERY === 0) process.stdout.write(`${operation}\n`)
  },
})
await database.close()
process.stdout.write('over\n')
