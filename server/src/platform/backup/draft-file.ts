import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../clock.ts'

const SUFFIX = '.leadlight-part'
/** Ours by their names alone: of any backup, and those that earlier versions left. */
const OURS = /(\.leadlight-part|^leadlight-[\dT-]+\.backup\.gz\.part|^moving\.backup\.gz\.part)$/
const BEAT_MS = 2000
/** What is written by a living process, on this machine or another, is touched in less. */
const SILENCE_MS = 3 * BEAT_MS

export interface WriteOptions {
  clock: Clock
  /** Ends the writing, and nothing is left of it. */
  signal?: AbortSignal | undefined
}

/**
 * Has `write` fill a new file beside `path`, mode 0600, that takes its name when it is whole: a crash leaves the old file, or none, and
 * never half a new one. However this process ends, but for SIGKILL, nothing else is left; what a killed one left goes first.
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
  const beat = setInterval(() => {
    if (existsSync(draft)) utimesSync(draft, new Date(), new Date())
  }, BEAT_MS)
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
    clearInterval(beat)
    process.off('exit', remove)
    await file.close()
  }
}

/** Who writes a draft touches it, even while the database lets it wait: one that stays as it is has nobody. */
async function removeAbandoned(folder: string, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  const found = readdirSync(folder).filter((name) => OURS.test(name)).map((name) => join(folder, name)) // oxfmt-ignore
  if (found.length === 0) return
  const before = new Map(found.map((path) => [path, touchedAt(path)]))
  await clock.sleep(SILENCE_MS, signal)
  for (const [path, at] of before) if (touchedAt(path) === at) rmSync(path, { force: true })
}

function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
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
