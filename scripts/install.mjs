// Runs under whatever Node started npm (20 or newer): installs what the lockfile names, once, then stays out of the way.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = new URL('../node_modules/.leadlight-installed', import.meta.url)

/** Brings node_modules in step with package-lock.json; does nothing when it already is. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(new URL('../package-lock.json', import.meta.url)))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages…')
  execFileSync('npm', ['ci'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  writeFileSync(stamp, wanted)
}

/**
 * How Node is started. Without V8's baseline compiler: with it, Node 24 and 26 now and then die of SIGSEGV while they collect
 * garbage (nodejs/node#62393), a server and a run of tests alike; what it wins is within the noise here.
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--no-sparkplug']

/** The Node 24 that the lockfile brought, or this process's own where it is new enough. */
export function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const brought = new URL(
    `../node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/${name}`,
    import.meta.url,
  )
  if (existsSync(brought)) return fileURLToPath(brought)
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Leadlight needs Node 24 or newer; this is ${process.version} and no package for ${process.platform}-${process.arch} brings it.`,
  )
  return process.exit(1)
}
