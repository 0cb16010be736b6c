import { runBackup } from './platform/backup/run-backup.ts'
import { runCommand, untilStopped } from './platform/run-command.ts'

// npm run backup [file]
await runCommand(async ({ config, source, args }) => {
  const [file] = args
  const { path, sums } = await runBackup({ ...source, signal: untilStopped() }, file)
  const rows = sums.reduce((total, sum) => total + sum.rows, 0)
  const key = config.secretKey === undefined ? `the secret key in ${config.dataDir}` : 'SECRET_KEY'
  return [
    `Saved ${rows} rows of ${sums.length} tables to ${path}.`,
    `Keep ${key} as well: without it, saved secrets cannot be read.`,
  ]
})
