// Tests make some five hundred databases and keep none. With enough memory they lie there, and nothing waits for a
// disk.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'leadlight-run-'
/** At most a third of it is those files; the rest is what the tests themselves use. */
const NEEDED_BYTES = 16 * 1024 ** 3

/**
 * Puts the temporary files of this process, and of those it starts, into memory until it ends. Without 16 GiB to spare,
 * or without such a folder (only Linux has one), they stay on the disk.
 */
export function keepTemporaryFilesInMemory(at = SHARED_MEMORY, neededBytes = NEEDED_BYTES) {
  if (!existsSync(at)) return tmpdir()
  removeAbandoned(at)
  const { bavail, bsize } = statfsSync(at)
  if (Math.min(bavail * bsize, freemem()) < neededBytes) return tmpdir()
  const folder = mkdtempSync(join(at, `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as another user than root, and has to pass through.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  process.env['TMPDIR'] = folder
  return folder
}

/** Removes what killed runs left, which would stay in memory until the machine restarts. */
function removeAbandoned(at) {
  for (const name of readdirSync(at)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!pid || isRunning(Number(pid))) continue
    const folder = join(at, name)
    if (statSync(folder).uid === process.getuid()) rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
