import { statfsSync } from 'node:fs'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'

/**
 * How many bytes the embedded database's disk keeps. It ends, when there is no room for its log, which grows by
 * files of 16 MiB. Below this it only reads.
 */
export const ROOM_MIN_BYTES = 64 * 1024 * 1024
const MEASURED_FOR_MS = 1000
/** Damage is found by whoever meets it, so it counts for a while after the last time. */
const DAMAGE_LASTS_MS = 60_000
const RETRY_AFTER_MS = 30_000

const DISK_FULL = '53100'
const READ_ONLY = '25006'
/** Also what policies and grants refuse with; from one of these files of PostgreSQL's source it is the system's refusal. */
const REFUSED = '42501'
const FILE_ACCESS = /^(fd|md|xlog|xlogutils|slru|relmapper|copydir|origin)\.c$/
/** Damaged data, damaged index, failed device, missing file. */
const DAMAGED = /^(XX001|XX002|58030|58P01)$/

type Kind = 'full' | 'read_only' | 'damaged'

const TO_USERS: Record<Kind, string> = {
  full: 'The storage of this installation is full, so nothing more can be saved until its operator makes room. What you sent was not kept; everything saved before is safe.',
  read_only:
    'The storage of this installation can only be read at this moment. What you sent was not kept; everything saved before is safe. Try again in a while, or ask its operator.',
  damaged:
    'A part of what this installation has stored cannot be read. Nothing was changed. Its operator has to look at the disk.',
}
const TO_OPERATORS: Record<Kind, string> = {
  full: 'The storage is full: make room on the disk of the database. Nothing is lost, and it goes on by itself.',
  read_only: 'The database can only be read: make its disk and its files writable for its user. It goes on by itself.',
  damaged: 'The database finds its data damaged: check its disk, and if it stays so restore a backup.',
}
const CODES: Record<Kind, string> = { full: 'storage_full', read_only: 'storage_read_only', damaged: 'storage_damaged' }

/** What is known of the disk under the database. */
export interface Storage {
  /** Whether transactions may write: not while the embedded database's disk is about to be full. */
  mayWrite(): boolean
  /** What the caller is told, where `error` is the storage's; undefined for any other. The trouble is remembered. */
  present(error: unknown): AppError | undefined
  /** One sentence for the operator while nothing can be saved. What was remembered is tried again first. */
  findProblem(): Promise<string | undefined>
}

interface Options {
  clock: Pick<Clock, 'now'>
  /** Writes some and leaves nothing, or rejects as any write would. */
  tryWriting: () => Promise<unknown>
  /** How many bytes are free; undefined where the disk is another machine's. */
  measureRoom?: (() => number) | undefined
}

/** Tells trouble of the storage from other failures of the database, and knows when it is over. */
export function createStorage({ clock, tryWriting, measureRoom }: Options): Storage {
  let room = { bytes: Infinity, atMs: -Infinity }
  let trouble: { kind: Kind; said: string; atMs: number } | undefined

  function mayWrite(): boolean {
    if (!measureRoom) return true
    const nowMs = clock.now().getTime()
    if (nowMs - room.atMs >= MEASURED_FOR_MS) room = { bytes: measureRoom(), atMs: nowMs }
    return room.bytes >= ROOM_MIN_BYTES
  }

  function present(error: unknown): AppError | undefined {
    const found = kindOf(error)
    if (found === undefined || !(error instanceof Error)) return undefined
    // What we have made read-only ourselves is full.
    const kind = found === 'read_only' && !mayWrite() ? 'full' : found
    trouble = { kind, said: error.message, atMs: clock.now().getTime() }
    return new AppError('unavailable', CODES[kind], TO_USERS[kind], { cause: error, retryAfterMs: RETRY_AFTER_MS })
  }

  async function lasts({ kind, atMs }: { kind: Kind; atMs: number }): Promise<boolean> {
    if (kind === 'damaged') return clock.now().getTime() - atMs < DAMAGE_LASTS_MS
    try {
      await tryWriting()
      return false
    } catch (error) {
      // Any other failure is not the storage's, and not ours to tell.
      return present(error) !== undefined
    }
  }

  return {
    mayWrite,
    present,
    async findProblem() {
      if (!mayWrite()) return `${TO_OPERATORS.full} Only ${Math.floor(room.bytes / 2 ** 20)} MiB are free there.`
      if (trouble && !(await lasts(trouble))) trouble = undefined
      return trouble && `${TO_OPERATORS[trouble.kind]} It says: ${trouble.said}.`
    },
  }
}

/** Whether the database refused because of its disk. */
export function isStorageTrouble(error: unknown): boolean {
  return kindOf(error) !== undefined
}

/** Whether a transaction failed because nothing could be saved, which a repetition later may mend. */
export function hasMissedStorage(error: unknown): boolean {
  return error instanceof AppError && (error.code === CODES.full || error.code === CODES.read_only)
}

/** How many bytes a folder's disk has left; Infinity where its file system does not count them. */
export function measureRoom(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder)
  return blocks === 0 ? Infinity : bavail * bsize
}

/** What the system's refusal of a file operation means for the operator; undefined where it is not the storage's. */
export function explainFileError({ code }: { code: unknown }): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'There is no room left on the disk of the data folder (DATA_DIR); make some, and start again.'
  if (code === 'EROFS')
    return 'The disk of the data folder can only be read; mount it to be written to, or set DATA_DIR to another folder.'
  return code === 'EIO' ? 'The disk of the data folder (DATA_DIR) fails to read or write; check it.' : undefined
}

function kindOf(error: unknown): Kind | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (code === DISK_FULL) return 'full'
  if (code === READ_ONLY) return 'read_only'
  if (code === REFUSED && 'file' in error && FILE_ACCESS.test(String(error.file))) return 'read_only'
  return DAMAGED.test(code) ? 'damaged' : undefined
}
