import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What PostgreSQL creates first, never removes and cannot start without. */
const FILES = ['PG_VERSION', 'postgresql.conf', 'pg_hba.conf', 'global/pg_control', 'global/pg_filenode.map']
const FOLDERS = [
  'pg_commit_ts',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_twophase',
]
const FILLED_FOLDERS = ['base', 'pg_wal', 'pg_xact']

/**
 * Leaves a whole database in `folder`, or throws with a sentence and changes nothing. An empty or missing folder gets
 * one made by `initialise` in a folder beside it, renamed once complete; one killed meanwhile is begun anew. The caller
 * holds the data folder's lock.
 */
export async function requireDatabase(folder: string, initialise: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder) && !isEmpty(folder)) return requireWhole(folder)
  // Where the folder is a link, the new one must lie on the same disk as the link's target.
  const place = existsSync(folder) ? realpathSync(folder) : folder
  const unfinished = `${place}.initialising`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  await initialise(unfinished)
  requireWhole(unfinished)
  // Windows does not rename over a folder, not even an empty one.
  if (existsSync(place)) rmdirSync(place)
  renameSync(unfinished, place)
}

function requireWhole(folder: string): void {
  const missing = findMissing(folder)
  if (missing.length === 0) return
  const names = missing.length > 3 ? [...missing.slice(0, 3), 'more'] : missing
  throw new Error(
    `The folder ${folder} holds files, but no whole database: without ${names.join(', ')} nothing is opened or made there, and nothing was changed. Copy it again, or move it away and restore a backup.`,
  )
}

function findMissing(folder: string): string[] {
  const parts = readBaseFolders(folder).map((name) => `base/${name}/PG_VERSION`)
  return [
    ...[...FILES, ...parts].filter((name) => !hasContent(join(folder, name))),
    ...FOLDERS.filter((name) => !isFolder(join(folder, name))),
    ...FILLED_FOLDERS.filter((name) => !isFolder(join(folder, name)) || isEmpty(join(folder, name))),
  ]
}

function readBaseFolders(folder: string): string[] {
  const base = join(folder, 'base')
  return isFolder(base) ? readdirSync(base).filter((name) => /^\d+$/.test(name)) : []
}

function hasContent(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size > 0
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isEmpty(folder: string): boolean {
  return isFolder(folder) && readdirSync(folder).length === 0
}
