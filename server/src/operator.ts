import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLedger } from './core/billing/create-ledger.ts'
import { openSuppression } from './core/suppression/open-suppression.ts'
import { HELP, readCommand } from './lifecycle/operator/commands.ts'
import type { Source } from './platform/backup/run-backup.ts'
import { createVault } from './platform/crypto.ts'
import { explainOpening, openDatabase } from './platform/database.ts'
import { createIds } from './platform/ids.ts'
import { findMigrationProblem } from './platform/migrate.ts'
import { systemRandom } from './platform/random.ts'
import { readKeys } from './platform/secret-key.ts'
import { runCommand } from './platform/run-command.ts'

// npm run operator -- <command>
await runCommand(async ({ config, source, args }) => {
  const run = readCommand(args)
  if (run === 'help') return HELP
  if ('withoutDatabase' in run) return run.withoutDatabase(source)
  requireInstallation(source)
  const database = await openDatabase({ ...source, poolMax: 1 }).catch((error: unknown) => explainOpening(error))
  try {
    const problem = await findMigrationProblem(database.ask)
    if (problem !== undefined) throw new Error(problem)
    const newId = createIds(source.clock, systemRandom)
    const ledger = createLedger({ config, clock: source.clock, newId })
    const { db } = database
    const { superAdminEmails } = config
    const openKey = () =>
      openSuppression({ db, vault: createVault(readKeys(config), systemRandom), random: systemRandom })
    const parts = {
      db,
      newId,
      ledger,
      random: systemRandom,
      secrets: config,
      openSuppression: openKey,
      superAdminEmails,
    }
    return await run(parts)
  } finally {
    await database.close()
  }
})

function requireInstallation({ databaseUrl, dataDir }: Source): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'db'))) return
  throw new Error(`There is no installation in ${dataDir} yet; start Leadlight first, or set DATA_DIR or DATABASE_URL.`)
}
