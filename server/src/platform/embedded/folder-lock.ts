import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SILENCE_MS, startBeat, touchedAt } from '../beat.ts'
import type { Clock } from '../clock.ts'
import { makeWritable } from '../closed-folder.ts'
import { findProcessStart, isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts'

const TAKEOVER_ABANDONED_MS = 10_000
const TRIES_MAX = 20

interface LockRecord extends ProcessIdentity {
  nonce: string
  /** Where the holder's database listens, so that a backup can read a running installation. */
  socketPath: string
}

export interface FolderLock {
  /** The folder's last holder was killed, and its socket folder may still exist. */
  abandonedSocketPath: string | undefined
  release(): void
}

/** Another process holds the data folder. The message is one sentence that names it. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Locks the data folder for this process until `release`. A lock whose process was killed, or whose process number was
 * reused, is recognised and taken over. The folder of a living process is refused, and so is one that cannot be written
 * to.
 */
export async function lockFolder(dataDir: string, socketPath: string, clock: Clock): Promise<FolderLock> {
  makeWritable(dataDir)
  const path = join(dataDir, 'lock')
  const text = JSON.stringify({ ...ownIdentity(), nonce: randomUUID(), socketPath } satisfies LockRecord)
  let abandonedSocketPath: string | undefined
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    if (placeNew(path, text)) return holdLock(path, text, abandonedSocketPath)
    const found = readIfThere(path)
    if (found === undefined) continue
    const record = parseLock(found)
    if (record && (await isHeld(path, record, clock))) throw new FolderInUseError(refusal(dataDir, record))
    if (replaceAbandoned(path, found, text, clock.now())) return holdLock(path, text, record?.socketPath)
    abandonedSocketPath = record?.socketPath
    await clock.sleep(50)
  }
  throw new FolderInUseError(`The data folder ${dataDir} is being taken by another process.`)
}

/** The folder's present holder; undefined where there is none, or only a dead one. */
export async function findLockOwner(
  dataDir: string,
  clock: Clock,
): Promise<{ pid: number; socketPath: string } | undefined> {
  const path = join(dataDir, 'lock')
  const record = parseLock(readIfThere(path) ?? '')
  return record && (await isHeld(path, record, clock)) ? record : undefined
}

function holdLock(path: string, text: string, abandonedSocketPath: string | undefined): FolderLock {
  const stopBeat = startBeat(path, () => readIfThere(path) === text)
  return {
    abandonedSocketPath,
    release() {
      stopBeat()
      if (readIfThere(path) === text) rmSync(path, { force: true })
    },
  }
}

async function isHeld(path: string, record: LockRecord, clock: Clock): Promise<boolean> {
  const own = ownIdentity()
  const isSameMachine = record.host === own.host && record.pidNamespace === own.pidNamespace
  if (isSameMachine && record.bootId !== own.bootId) return false
  if (isSameMachine) return isSameProcess(record)
  // A holder on another machine or in another container is known only by its beat.
  const before = touchedAt(path)
  await clock.sleep(SILENCE_MS)
  return touchedAt(path) !== before
}

function isSameProcess(record: LockRecord): boolean {
  if (!isRunning(record.pid)) return false
  const startedAt = findProcessStart(record.pid)
  return record.startedAt === undefined || startedAt === undefined || startedAt === record.startedAt
}

/** Links a complete file into place, so that nobody ever reads half a lock. */
function placeNew(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Replaces the abandoned lock `found` with `text`. Only one process at a time may do so, and it checks again first: of
 * two that found the same lock, the slower finds the faster one's.
 */
function replaceAbandoned(path: string, found: string, text: string, now: Date): boolean {
  const takeover = `${path}.takeover-${createHash('sha256').update(found).digest('hex').slice(0, 16)}`
  if (!placeNew(takeover, text)) {
    const at = touchedAt(takeover)
    if (at !== undefined && now.getTime() - at > TAKEOVER_ABANDONED_MS) rmSync(takeover, { force: true })
    return false
  }
  const draft = `${path}.${process.pid}.${randomUUID()}`
  try {
    if (readIfThere(path) !== found) return false
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, path)
    return true
  } finally {
    rmSync(draft, { force: true })
    rmSync(takeover, { force: true })
  }
}

function refusal(dataDir: string, record: LockRecord): string {
  return `The data folder ${dataDir} is in use by process ${record.pid} on ${record.host}; stop it first, or set DATA_DIR or DATABASE_URL.`
}

function parseLock(text: string): LockRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<LockRecord>
    return typeof record.pid === 'number' && typeof record.host === 'string' ? (record as LockRecord) : undefined
  } catch {
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
