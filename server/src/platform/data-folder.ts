import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from './clock.ts'
import { cannotWrite, closeFolder, codeOf, DataFolderError, isOpen, isWithin, type Chmod } from './closed-folder.ts'
import { findLockOwner, FolderInUseError } from './embedded/folder-lock.ts'

const PROGRAM = fileURLToPath(new URL('../../..', import.meta.url))
/** The name of our folder inside somebody else's; it is fixed so that the next start finds it. */
const OWN_FOLDER = 'leadlight-data'
/** What an installation has in its data folder. */
const KEPT = ['secret.key', 'db', 'lock', 'outbox', 'backups', 'pages', 'moving.backup.gz', 'demo-password']
const STICKY = 0o1000

interface Options {
  clock: Clock
  /** Sets permissions; tests pass one that fails. */
  chmod?: Chmod
}

/**
 * Closes the data folder and all it holds to the machine's other users, and resolves with the folder to use. A missing
 * folder is left missing. In a folder of another user's that cannot be closed, that is a closed folder inside it, into
 * which it moves our files. Throws a DataFolderError with what cannot be closed. On Windows a folder inherits
 * permissions and is left alone.
 */
export async function closeDataFolder(dataDir: string, { clock, chmod = chmodSync }: Options): Promise<string> {
  if (process.platform === 'win32' || !existsSync(dataDir)) return dataDir
  refuseFolderOfProgram(dataDir)
  const own = join(dataDir, OWN_FOLDER)
  // Where ours lies inside, the outer folder stays open: root could close it, but would shut out the user that runs us.
  if (listKept(own).length === 0 && isOursToClose(dataDir, chmod)) {
    closeFolder(dataDir, chmod)
    return dataDir
  }
  makeOwn(dataDir, own, chmod)
  if (await moveKept(dataDir, own, clock)) closeFolder(own, chmod)
  return own
}

/** Closing it would take permissions from the program itself, and from whatever lies beside it. */
function refuseFolderOfProgram(dataDir: string): void {
  if (!isWithin(realpathSync(PROGRAM), realpathSync(dataDir))) return
  throw new DataFolderError(
    `DATA_DIR (${dataDir}) holds the program itself; set it to a folder of its own, and move there what belongs to it of ${KEPT.join(', ')}.`,
  )
}

/** Whether the whole folder is ours to close; whether that takes effect is checked afterwards. */
function isOursToClose(dataDir: string, chmod: Chmod): boolean {
  const found = statSync(dataDir)
  if (!found.isDirectory()) throw new DataFolderError(`DATA_DIR (${dataDir}) is not a folder; set it to one.`)
  if (process.geteuid?.() === 0 && found.uid !== 0 && !isInstallationOf(found.uid, dataDir)) return false
  if (!isOpen(found)) return true
  // A folder with the sticky bit, such as /tmp, is meant to be shared, whoever may change it.
  if ((found.mode & STICKY) !== 0) return false
  try {
    chmod(dataDir, 0o700)
    return true
  } catch (error) {
    if (codeOf(error) === 'EROFS') throw cannotWrite(dataDir, error)
    return false
  }
}

/**
 * Whether everything an installation keeps in the folder belongs to the folder's owner: then root looks after it for
 * them. Files of root's own there could be replaced by that owner.
 */
function isInstallationOf(uid: number, dataDir: string): boolean {
  const names = listKept(dataDir)
  return names.length > 0 && names.every((name) => lstatSync(join(dataDir, name)).uid === uid)
}

function makeOwn(dataDir: string, own: string, chmod: Chmod): void {
  const isNew = !lstatSync(own, { throwIfNoEntry: false })
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    mkdirSync(own, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw notOurs(dataDir, `nor written to (${codeOf(error)})`)
  }
  if (!lstatSync(own).isDirectory()) throw new DataFolderError(`${own} is not a folder; move it away.`)
  try {
    closeFolder(own, chmod)
  } catch (error) {
    if (!isNew) throw error
    rmdirSync(own)
    throw notOurs(dataDir, 'nor a folder inside it')
  }
}

function notOurs(dataDir: string, nor: string): DataFolderError {
  return new DataFolderError(
    `Other users of this machine may read or change the data folder ${dataDir}, which can neither be closed to them ${nor}; give it to the user that runs Leadlight (chown), or set DATA_DIR to a folder on a file system that keeps permissions.`,
  )
}

/**
 * Also completes an earlier move that was cut short. When several processes start at once, each entry is moved by one
 * of them.
 */
async function moveKept(dataDir: string, own: string, clock: Clock): Promise<boolean> {
  const names = listKept(dataDir)
  if (names.length === 0) return false
  const holder = names.includes('lock') ? await findLockOwner(dataDir, clock) : undefined
  if (holder) {
    throw new FolderInUseError(`The data folder ${dataDir} is in use by process ${holder.pid}; stop it first.`)
  }
  for (const name of names) moveOne(join(dataDir, name), join(own, name))
  return true
}

function moveOne(from: string, to: string): void {
  const isTaken = existsSync(to)
  if (!existsSync(from)) return
  if (isTaken) {
    throw new DataFolderError(`There are both ${from} and ${to}; move away the one that is not to be used any more.`)
  }
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new DataFolderError(
      `${from} cannot be closed to other users of this machine where it lies, nor moved to ${to} (${codeOf(error)}); move it there, owned by the user that runs Leadlight.`,
      { cause: error },
    )
  }
}

function listKept(folder: string): string[] {
  return KEPT.filter((name) => existsSync(join(folder, name)))
}
