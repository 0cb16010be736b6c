import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLedger } from './core/billing/create-ledger.ts'
import { HELP, readCommand } from './lifecycle/operator/commands.ts'
import type { Source } from './platform/backup/run-backup.ts'
import { explainOpening, openDatabase } from './platform/database.ts'
import { createIds } from './platform/ids.ts'
import { findMigrationProblem } from './platform/migrate.ts'
import { systemRandom } from './platform/random.ts'
import { runCommand } from './platform/run-command.ts'

// npm run operator -- <command>
await runCommand(async ({ config, source, args }) => {
  const run = readCommand(args)
  if (run === 'help') return HELP
  requireInstallation(source)
  const database = await openDatabase({ ...source, poolMax: 1 }).catch((error: unknown) => explainOpening(error))
  try {
    const problem = await findMigrationProblem(database.ask)
    if (problem !== undefined) throw new Error(problem)
    const newId = createIds(source.clock, systemRandom)
    const ledger = createLedger({ config, clock: source.clock, newId })
    return await run({ db: database.db, newId, ledger, superAdminEmails: config.superAdminEmails })
  } finally {
    await database.close()
  }
})

/** Opening the embedded database creates a missing one, which nobody has asked for here. */
function requireInstallation({ databaseUrl, dataDir }: Source): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'db'))) return
  throw new Error(`There is no installation in ${dataDir} yet; start Leadlight first, or set DATA_DIR or DATABASE_URL.`)
}
