import { moveToServer } from './platform/backup/move-to-server.ts'
import { runCommand, untilStopped } from './platform/run-command.ts'

// npm run move-to-postgres -- <DATABASE_URL>
await runCommand(async ({ config, source, args }) => {
  const [databaseUrl, ...more] = args
  if (databaseUrl === undefined || more.length > 0) {
    throw new Error(
      'Name the database to move to: npm run move-to-postgres -- postgresql://user:password@host/database',
    )
  }
  const sums = await moveToServer({ ...source, signal: untilStopped() }, databaseUrl)
  const rows = sums.reduce((total, sum) => total + sum.rows, 0)
  const key = config.secretKey === undefined ? ' and SECRET_KEY to the key kept in the data folder' : ''
  return [
    `Moved ${rows} rows of ${sums.length} tables, each compared with the original.`,
    `Set DATABASE_URL to the new database${key}, then start again. ${config.dataDir} stays as it was.`,
  ]
})
