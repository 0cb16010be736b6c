import { verifyDumpFile } from './platform/backup/dump-file.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { openDatabase } from './platform/database.ts'
import { runCommand } from './platform/run-command.ts'

// npm run restore -- <file> [--replace]
await runCommand(async ({ source, args }) => {
  const replace = args.includes('--replace')
  const [file, ...more] = args.filter((arg) => arg !== '--replace')
  if (file === undefined || more.length > 0) throw new Error('Name one backup: npm run restore -- <file> [--replace]')
  // A bad file is refused before the database is opened, which would create a missing one.
  await verifyDumpFile(file)
  const database = await openDatabase({ ...source, poolMax: 1 })
  try {
    const sums = await restoreBackup(database, file, { replace })
    const rows = sums.reduce((total, sum) => total + sum.rows, 0)
    return [`Restored ${rows} rows of ${sums.length} tables, each compared with the backup.`]
  } finally {
    await database.close()
  }
})
