import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { listOpen, listPaths, STRANGER } from '@leadlight/testing/foreign-reads'
import { systemClock } from './clock.ts'
import { DataFolderError, makeWritable, type Chmod } from './closed-folder.ts'
import { closeDataFolder } from './data-folder.ts'
import { lockFolder } from './embedded/folder-lock.ts'

const SCRIPT = fileURLToPath(new URL('../../../testing/src/close-data-folder.ts', import.meta.url))
const isRoot = process.geteuid?.() === 0

function newFolder(mode = 0o755): string {
  const parent = mkdtempSync(join(tmpdir(), 'leadlight-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  chmodSync(parent, 0o755)
  const folder = join(parent, 'data')
  mkdirSync(folder)
  chmodSync(folder, mode)
  return folder
}

function fill(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o666)
  }
}

const INSTALLATION = { 'secret.key': 'key', 'db/PG_VERSION': '18', 'outbox/a.eml': 'mail', 'pages/terms.md': 'terms' }

function expectInstallation(folder: string): void {
  for (const [name, text] of Object.entries(INSTALLATION)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  expect(listOpen(listPaths(folder))).toEqual([])
}

function close(folder: string, chmod?: Chmod): Promise<string> {
  return closeDataFolder(folder, { clock: systemClock, ...(chmod && { chmod }) })
}

/** Answers as the system does to anybody but the owner of `folder`. */
function foreign(folder: string): Chmod {
  return (path, mode) => {
    if (path === folder) throw Object.assign(new Error('not the owner'), { code: 'EPERM' })
    chmodSync(path, mode)
  }
}

function refuseAll(): never {
  throw Object.assign(new Error('not the owner'), { code: 'EPERM' })
}

async function runScript(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, SCRIPT, ...args])
  return stdout
}

test('open files in our own folder are closed, including files made since', async () => {
  const folder = newFolder()
  fill(folder, { ...INSTALLATION, 'caches/deep/er/weights': 'x' })
  chmodSync(join(folder, 'pages/terms.md'), 0o755)
  expect(await close(folder)).toBe(folder)
  expectInstallation(folder)
  expect(statSync(join(folder, 'pages/terms.md')).mode & 0o777).toBe(0o600)
  fill(folder, { 'pages/contact.md': 'later', 'other/file': 'later' })
  await close(folder)
  expect(listOpen(listPaths(folder))).toEqual([])
})

test('a missing folder is left to whoever creates it', async () => {
  const folder = join(newFolder(), 'none')
  expect(await close(folder)).toBe(folder)
  expect(existsSync(folder)).toBe(false)
})

test('a link out of the folder is not followed, and may not lead to a folder that others can read', async () => {
  const [folder, outside] = [newFolder(), newFolder()]
  fill(outside, { file: 'theirs' })
  symlinkSync(join(outside, 'file'), join(folder, 'a-file'))
  symlinkSync('nowhere', join(folder, 'nothing'))
  symlinkSync(folder, join(folder, 'itself'))
  await close(folder)
  symlinkSync(outside, join(folder, 'backups'))
  await expect(close(folder)).rejects.toThrow(`${join(folder, 'backups')} is a link to ${outside}, which other users`)
  expect(listOpen(listPaths(outside))).toEqual([`${outside} 755`, `${join(outside, 'file')} 666`])
  chmodSync(outside, 0o700)
  expect(await close(folder)).toBe(folder)
})

test.each<[string, string, (path: string, mode: number) => void]>([
  [
    'cannot be closed',
    'EROFS',
    () => {
      throw Object.assign(new Error('no'), { code: 'EROFS' })
    },
  ],
  ['stays open on a file system without permissions', 'its file system keeps no permissions', () => {}],
])('a file that %s stops the start with its path', async (_, why, chmod) => {
  const folder = newFolder()
  fill(folder, { 'db/base/1': 'x' })
  const path = join(folder, 'db/base/1')
  const refusing: Chmod = (each, mode) => (each === path ? chmod(each, mode) : chmodSync(each, mode))
  const said = `${path} cannot be closed to other users of this machine (${why}); `
  await expect(close(folder, refusing)).rejects.toThrow(DataFolderError)
  await expect(close(folder, refusing)).rejects.toThrow(said)
})

test("in somebody else's folder the data lies in a closed folder of its own, which each start finds", async () => {
  const folder = newFolder(0o777)
  const chmod = foreign(folder)
  const own = await close(folder, chmod)
  expect(own).toBe(join(folder, 'leadlight-data'))
  fill(own, INSTALLATION)
  expect(await close(folder, chmod)).toBe(own)
  expectInstallation(own)
  expect(await close(folder)).toBe(own)
  expect(statSync(folder).mode & 0o777).toBe(0o777)
})

test("an installation's files move into the closed folder, and other files stay", async () => {
  const folder = newFolder(0o777)
  fill(folder, { ...INSTALLATION, 'music/a-song': 'la' })
  const own = await close(folder, foreign(folder))
  expectInstallation(own)
  expect(readdirSync(folder).toSorted()).toEqual(['leadlight-data', 'music'])
})

test('a move that was cut short is completed, and of two files with one name neither is lost', async () => {
  const folder = newFolder(0o777)
  const own = join(folder, 'leadlight-data')
  fill(folder, INSTALLATION)
  mkdirSync(own, { mode: 0o700 })
  fill(own, { 'backups/a.gz': 'x' })
  await close(folder, foreign(folder))
  expectInstallation(own)
  fill(folder, { 'secret.key': 'another' })
  const said = `There are both ${join(folder, 'secret.key')} and ${join(own, 'secret.key')}; move away`
  await expect(close(folder, foreign(folder))).rejects.toThrow(said)
  expectInstallation(own)
})

test('a folder in use by another process is not moved', async () => {
  const folder = newFolder(0o777)
  fill(folder, INSTALLATION)
  const lock = await lockFolder(folder, '/tmp/leadlight-x/postgres.sock', systemClock)
  await expect(close(folder, foreign(folder))).rejects.toThrow(`is in use by process ${process.pid}; stop it first.`)
  lock.release()
  expectInstallation(await close(folder, foreign(folder)))
})

test('processes that start at once in such a folder all find the whole installation', async () => {
  const folder = newFolder(0o777)
  fill(folder, INSTALLATION)
  const found = await Promise.all(Array.from({ length: 6 }, () => runScript(folder, 'refused')))
  expect(new Set(found)).toEqual(new Set([join(folder, 'leadlight-data')]))
  expectInstallation(join(folder, 'leadlight-data'))
})

test('a folder with the sticky bit stays shared, even for root', async () => {
  const folder = newFolder(0o1777)
  expect(await close(folder)).toBe(join(folder, 'leadlight-data'))
  expect(statSync(folder).mode & 0o7777).toBe(0o1777)
})

test('a folder of our own that cannot be closed stops the start', async () => {
  const folder = newFolder(0o777)
  const own = join(folder, 'leadlight-data')
  mkdirSync(own)
  chmodSync(own, 0o755)
  await expect(close(folder, refuseAll)).rejects.toThrow(
    `${own} cannot be closed to other users of this machine (EPERM)`,
  )
})

test('a link in place of our own folder is refused', async () => {
  const [folder, outside] = [newFolder(0o777), newFolder(0o700)]
  symlinkSync(outside, join(folder, 'leadlight-data'))
  await expect(close(folder, foreign(folder))).rejects.toThrow(
    `${join(folder, 'leadlight-data')} is not a folder; move it away.`,
  )
})

test('the folder of the program, or one around it, is refused as a data folder', async () => {
  const program = fileURLToPath(new URL('../../..', import.meta.url))
  for (const folder of [program, dirname(program), '/']) {
    await expect(close(folder)).rejects.toThrow(`DATA_DIR (${folder}) holds the program itself;`)
  }
})

test('a folder on a read-only file system gets an error that says so', async () => {
  const folder = newFolder()
  const readOnly: Chmod = () => {
    throw Object.assign(new Error('read-only'), { code: 'EROFS' })
  }
  await expect(close(folder, readOnly)).rejects.toThrow(
    `The data folder ${folder} cannot be written to (EROFS); make it`,
  )
})

test('a folder that cannot be written to gets an error that names the reason', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeWritable(join(file, 'data'))).toThrow(
    `The data folder ${join(file, 'data')} cannot be written to (ENOTDIR);`,
  )
})

test('root keeps its data apart in a folder whose owner could replace it, and closes one that is all its owner’s', async () => {
  const [mounted, theirs] = [newFolder(), newFolder()]
  fill(mounted, { 'secret.key': 'key' })
  fill(theirs, { 'secret.key': 'key' })
  if (isRoot) for (const path of [mounted, theirs, join(theirs, 'secret.key')]) chownSync(path, 1, 1)

  expect(await close(mounted)).toBe(isRoot ? join(mounted, 'leadlight-data') : mounted)
  expect(await close(theirs)).toBe(theirs)
  expect(statSync(theirs).uid).toBe(isRoot ? 1 : process.geteuid?.())
  expect(listOpen(listPaths(theirs))).toEqual([])
})

/** The system's own answers to another user, which only root can become. */
test.each<[string, { mode: number; owner: number; file?: number }, (folder: string) => string]>([
  ['its own folder is closed', { mode: 0o755, owner: STRANGER }, (folder) => folder],
  [
    "somebody else's that it may write to gets one of its own",
    { mode: 0o777, owner: 1 },
    (folder) => join(folder, 'leadlight-data'),
  ],
  [
    "somebody else's that it may not write to is refused",
    { mode: 0o755, owner: 1 },
    (folder) =>
      `Other users of this machine may read or change the data folder ${folder}, which can neither be closed to them nor written to (EACCES);`,
  ],
  [
    "somebody else's closed one is refused",
    { mode: 0o700, owner: 1 },
    (folder) =>
      `${folder} cannot be closed to other users of this machine (it belongs to uid 1); give it to uid ${STRANGER} (chown)`,
  ],
  [
    'its own read-only one is refused',
    { mode: 0o500, owner: STRANGER },
    (folder) => `The data folder ${folder} cannot be written to (EACCES); make it writable`,
  ],
  [
    "a stranger's file inside is refused",
    { mode: 0o755, owner: STRANGER, file: 0o644 },
    (folder) =>
      `${join(folder, 'file')} cannot be closed to other users of this machine (it belongs to uid 0); give it`,
  ],
])('as another user: %s', async (_, { mode, owner, file }, says) => {
  // oxfmt-ignore
  const folder = newFolder(mode)
  const own = process.geteuid?.() ?? 0
  if (file !== undefined) fill(folder, { file: '' })
  if (file !== undefined) chmodSync(join(folder, 'file'), file)
  if (isRoot) chownSync(folder, owner, owner)
  const said = await runScript(folder, String(isRoot ? STRANGER : own))
  const expected = mode === 0o500 ? 'cannot be written to (EACCES)' : folder
  expect(said).toContain(isRoot ? says(folder) : expected)
  expect(isRoot || mode === 0o500 || listOpen(listPaths(folder)).length === 0).toBe(true)
})
