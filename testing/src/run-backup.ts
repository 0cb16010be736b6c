import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { NODE_FLAGS } from './node-flags.ts'
import { programEnvironment } from './program-environment.ts'

const SCRIPT = fileURLToPath(new URL('../../server/src/backup.ts', import.meta.url))

export interface RunningBackup {
  child: ChildProcess
  /** How it ended and what it printed. */
  ended: Promise<{ code: number | null; out: string; err: string }>
}

/** Starts the operator's command for a backup to `file`, which ends with the test at the latest. */
export function startBackup({ databaseUrl, dataDir }: DatabaseOptions, file: string): RunningBackup {
  const where =
    databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, DATA_DIR: `${file}.data` }
  const child = spawn(process.execPath, [...NODE_FLAGS, SCRIPT, file], {
    env: programEnvironment({ TMPDIR: process.env['TMPDIR'], ...where }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]) => ({
      code: code as number | null,
      out,
      err,
    }),
  )
  return { child, ended }
}
