import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join, relative, sep } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** The permission bits of group and others. */
export const OTHERS = 0o077
const EXECUTE = 0o100

export type Chmod = (path: string, mode: number) => void

/** The data folder cannot be used as it is. The message is one sentence that names the path and the remedy. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Creates the folder where missing, for its owner alone. Throws a DataFolderError where it cannot be written to. */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

export function cannotWrite(folder: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} cannot be written to (${codeOf(error)}); make it writable for the user that runs Leadlight, or set DATA_DIR to another folder.`,
    { cause: error },
  )
}

/**
 * Removes every other user's rights in the folder: folders become 0700 and files 0600. Links are not followed. Throws a
 * DataFolderError for the first entry that stays open or belongs to somebody else. Root's own entries may stay where
 * only root can open them.
 */
export function closeFolder(folder: string, chmod: Chmod = chmodSync): void {
  const root = realpathSync(folder)
  closeWithin({ root, chmod, uid: process.geteuid?.() ?? 0 }, root)
}

interface Closing {
  root: string
  chmod: Chmod
  uid: number
}

// Where another process works in the folder, files come and go meanwhile; a missing one counts as closed.
function closeWithin(closing: Closing, path: string): void {
  const found = lookAt(path)
  if (!found) return
  if (found.isSymbolicLink()) return refuseOpenTarget(closing, path)
  closeOne(closing, path, found)
  if (!found.isDirectory()) return
  for (const name of listNames(closing, path, found)) closeWithin(closing, join(path, name))
}

function closeOne({ chmod, uid }: Closing, path: string, found: Stats): void {
  if (uid !== 0 && found.uid !== uid && found.uid !== 0) {
    throw cannotClose(path, found, `it belongs to uid ${found.uid}`)
  }
  const excess = found.isDirectory() ? OTHERS : OTHERS | EXECUTE
  if ((found.mode & excess) === 0) return
  let why = 'its file system keeps no permissions'
  try {
    chmod(path, found.isDirectory() ? FOLDER_MODE : FILE_MODE)
  } catch (error) {
    why = found.uid === uid ? codeOf(error) : `it belongs to uid ${found.uid}`
  }
  const left = lookAt(path)
  if (left && isOpen(left)) throw cannotClose(path, left, why)
}

function listNames({ uid }: Closing, folder: string, found: Stats): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = codeOf(error)
    // A closed folder of root's, such as `lost+found`, which nobody else can enter either.
    if (code === 'ENOENT' || (code === 'EACCES' && found.uid !== uid)) return []
    throw cannotClose(folder, found, code)
  }
}

/** A link's target was put there on purpose and is not ours to change, but it holds our data. */
function refuseOpenTarget({ root }: Closing, path: string): void {
  const target = statSync(path, { throwIfNoEntry: false })
  if (!target?.isDirectory() || !isOpen(target)) return
  const place = realpathSync(path)
  if (isWithin(place, root)) return
  throw new DataFolderError(
    `${path} is a link to ${place}, which other users of this machine may read or change; close that folder (chmod 700), or put it in the place of the link.`,
  )
}

/** Whether `path` is `folder` or lies within it; both without links. */
export function isWithin(path: string, folder: string): boolean {
  return relative(folder, path).split(sep)[0] !== '..'
}

export function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0
}

function cannotClose(path: string, found: Stats, why: string): DataFolderError {
  const uid = process.geteuid?.() ?? 0
  const what = found.uid === uid ? 'move it to a file system that keeps permissions' : `give it to uid ${uid} (chown)`
  return new DataFolderError(
    `${path} cannot be closed to other users of this machine (${why}); ${what}, or take it out of the data folder.`,
  )
}

function lookAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

/** The system's error code, such as EACCES. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
