// Runs under whatever Node started npm (20 or newer), and installs what the lockfile names, once.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { missingLinks, missingPackages } from './missing-packages.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
/**
 * Brings node_modules in step with package-lock.json. Does nothing if everything needed is there, however it was
 * installed. Running the product needs no tools: what `npm ci --omit=dev` installs is enough.
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
 * The flags with which Node is started. Two faults of V8 occasionally end a process, a server and a test run alike.
 * These flags turn off the code with the faults, at no measurable cost (decision 26):
 * - `--no-sparkplug`: its baseline compiler, SIGSEGV during garbage collection (nodejs/node#62393, open).
 * - `--wasm-wrapper-tiering-budget`: after that many calls from WebAssembly to JavaScript their path is compiled, and
 *   freed once no thread uses it. SIGTRAP or SIGSEGV if a thread with an embedded database ends beside another
 *   (nodejs/node#64500, open).
 * The last keeps the space for what is young at 34 MB in a thread. On a machine of 24 GB it was 134, none of it handed back.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--no-sparkplug',
  '--wasm-wrapper-tiering-budget=2147483647',
  '--max-semi-space-size=16',
]

/** The Node 24 from the lockfile, or this process's own if it is new enough. */
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
