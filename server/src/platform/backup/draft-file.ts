import { existsSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SILENCE_MS, startBeat, touchedAt } from '../beat.ts'
import type { Clock } from '../clock.ts'

const SUFFIX = '.leadlight-part'
/** Drafts of any backup, and those that earlier versions left, known by name alone. */
const OURS = /(\.leadlight-part|^leadlight-[\dT-]+\.backup\.gz\.part|^moving\.backup\.gz\.part)$/

export interface WriteOptions {
  clock: Clock
  /** Stops the writing and leaves nothing behind. */
  signal?: AbortSignal | undefined
}

/**
 * Has `write` fill a new file beside `path`, mode 0600, and renames it to `path` once complete: a crash leaves the old
 * file or none, never half a new one. The draft is removed however this process ends, except by SIGKILL; a killed
 * process's draft is removed first.
 */
export async function writeWhole(
  path: string,
  { clock, signal }: WriteOptions,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const draft = `${path}${SUFFIX}`
  await removeAbandoned(dirname(path), clock, signal)
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => throwTaken(error, path))
  const remove = () => rmSync(draft, { force: true })
  const stopBeat = startBeat(draft, () => existsSync(draft))
  process.once('exit', remove)
  try {
    await write(file)
    signal?.throwIfAborted()
    await rename(draft, path)
    await flushFolder(dirname(path))
  } catch (error) {
    remove()
    throw error
  } finally {
    stopBeat()
    process.off('exit', remove)
    await file.close()
  }
}

/** A living writer keeps touching its draft, even while it waits for the database; an untouched draft is abandoned. */
async function removeAbandoned(folder: string, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  const found = readdirSync(folder).filter((name) => OURS.test(name)).map((name) => join(folder, name)) // oxfmt-ignore
  if (found.length === 0) return
  const before = new Map(found.map((path) => [path, touchedAt(path)]))
  await clock.sleep(SILENCE_MS, signal)
  for (const [path, at] of before) if (touchedAt(path) === at) rmSync(path, { force: true })
}

function throwTaken(error: unknown, path: string): never {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
  throw new Error(`Another backup to ${basename(path)} is being written; wait for it, or name another file.`, {
    cause: error,
  })
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
