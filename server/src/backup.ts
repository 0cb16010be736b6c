import { writeErasedList } from './lifecycle/erasure/erased-list.ts'
import { runBackup } from './platform/backup/run-backup.ts'
import { runCommand, untilStopped } from './platform/run-command.ts'

// npm run backup [file]
await runCommand(async ({ config, source, args }) => {
  const [file] = args
  const stoppable = { ...source, signal: untilStopped() }
  const { path, sums } = await runBackup(stoppable, file)
  const list = await writeErasedList(path, stoppable)
  const rows = sums.reduce((total, sum) => total + sum.rows, 0)
  const key = config.secretKey === undefined ? `the secret key in ${config.dataDir}` : 'SECRET_KEY'
  return [
    `Saved ${rows} rows of ${sums.length} tables to ${path}.`,
    `Who was erased, by hashes alone, is in ${list}: it keeps a restored older backup from bringing them back.`,
    `Keep ${key} as well: without it, saved secrets cannot be read.`,
  ]
})
