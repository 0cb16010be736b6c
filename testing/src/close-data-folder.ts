// For tests: node close-data-folder.ts <data folder> <uid to become, or `refused` where the folder itself cannot be
// closed>. Prints the folder to use, or the sentence that stops the start.
import { chmodSync } from 'node:fs'
import { systemClock } from '@leadlight/server/platform/clock'
import { makeWritable } from '@leadlight/server/platform/closed-folder'
import { closeDataFolder } from '@leadlight/server/platform/data-folder'

const [dataDir = '', who = ''] = process.argv.slice(2)

/** Answers as the system does to anybody but the owner. */
function refuse(path: string, mode: number): void {
  if (path === dataDir) throw Object.assign(new Error('not the owner'), { code: 'EPERM' })
  chmodSync(path, mode)
}

if (who !== 'refused' && process.geteuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(Number(who))
  process.setuid?.(Number(who))
}
try {
  const folder = await closeDataFolder(dataDir, { clock: systemClock, chmod: who === 'refused' ? refuse : chmodSync })
  makeWritable(folder)
  process.stdout.write(folder)
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
}
