// Runs under whatever Node started npm (20 or newer): installs what the lockfile names, once, then stays out of the way.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { missingLinks, missingPackages } from './missing-packages.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
/**
 * Brings node_modules in step with package-lock.json; does nothing where all that is needed is there, however it was installed. Running
 * the product needs no tools: what `npm ci --omit=dev` installs is enough.
 */
export function ensureInstalled({ tools = true } = {}) {
  const wanted = readJson('../package-lock.json')
  const missing = [
    ...missingPackages(wanted, readJson('../node_modules/.package-lock.json'), { tools }),
    ...missingLinks(wanted, (path) => existsSync(new URL(`../${path}`, import.meta.url))),
  ]
  if (missing.length === 0) return
  console.log('Installing packages…')
  const args = tools ? ['ci', '--include=dev'] : ['ci']
  execFileSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
}

function readJson(path) {
  const file = new URL(path, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * How Node is started. Two faults of V8 end a process now and then, a server and a run of tests alike; what is switched off here
 * is where they lie, and wins nothing that could be measured (decision 26):
 * - `--no-sparkplug`: its baseline compiler, SIGSEGV while garbage is collected (nodejs/node#62393, open).
 * - `--wasm-wrapper-tiering-budget`, after so many calls from WebAssembly to JavaScript the way there is compiled, and freed once
 *   no thread uses it: SIGTRAP or SIGSEGV where a thread with an embedded database ends beside another (nodejs/node#64500, open).
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--no-sparkplug',
  '--wasm-wrapper-tiering-budget=2147483647',
]

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
