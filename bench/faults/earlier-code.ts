import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MODULES = 'node_modules'
/** Links to the workspaces, which must be the earlier ones. */
const OWN_SCOPE = '@leadlight'

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; dev?: boolean; link?: boolean }>
}

/**
 * What an upgrade comes from unless told: the newest tag, or as long as nothing is tagged the commit before the newest
 * migration was added.
 */
export async function findEarlierRef(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => '')
  if (tag !== '') return tag
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/migrations')
  if (added === '') throw new Error('There is neither a tag nor a migration in the history; name a commit with --from.')
  return `${added}^`
}

/** Brings the code of a commit into an empty folder, with the packages that it names, and resolves with its main.ts. */
export async function bringEarlierCode(ref: string, folder: string): Promise<string> {
  const archive = `${folder}.tar`
  await git('archive', '--format=tar', '-o', archive, ref)
  await execute('tar', ['-xf', archive, '-C', folder])
  if (await hasSamePackages(folder)) await linkPackages(folder)
  else await execute('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder })
  return join(folder, 'server/src/main.ts')
}

/** A line that says which commit it is. */
export function describeRef(ref: string): Promise<string> {
  return git('log', '-1', '--format=%h of %cs, “%s”', ref)
}

async function git(...args: string[]): Promise<string> {
  return (await execute('git', args, { cwd: ROOT })).stdout.trim()
}

/** Whether all that the product runs on is the same as here. */
async function hasSamePackages(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([folder, ROOT].map(readPackages))
  return theirs === ours
}

async function readPackages(folder: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock
  const needed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes(MODULES) && dev !== true && link !== true,
  )
  return JSON.stringify(needed.map(([path, { version, integrity }]) => `${path} ${version} ${integrity}`).toSorted())
}

async function linkPackages(folder: string): Promise<void> {
  const own = join(folder, MODULES, OWN_SCOPE)
  await mkdir(own, { recursive: true })
  for (const name of await readdir(join(ROOT, MODULES))) {
    if (name !== OWN_SCOPE && !name.startsWith('.'))
      await symlink(join(ROOT, MODULES, name), join(folder, MODULES, name))
  }
  for (const name of await readdir(folder)) {
    if (existsSync(join(folder, name, 'package.json'))) await symlink(join(folder, name), join(own, name))
  }
}
