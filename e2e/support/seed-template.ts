import process from 'node:process'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { seedFigures } from './seed-figures.ts'
import { seedTwins } from './seed-twins.ts'
import { seedWorkspace } from './seed-workspace.ts'

// node seed-template.ts <database URL>: migrates and seeds the workspace, and prints its credentials.

const [databaseUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, dataDir: '', poolMax: 1, log: silentLog, clock: systemClock })
try {
  await migrate(database)
  const seeded = await seedWorkspace(database)
  await seedFigures(database, seeded.projects.Figures.id)
  await seedTwins(database, seeded.projects.Twins)
  process.stdout.write(JSON.stringify(seeded))
} finally {
  await database.close()
}
