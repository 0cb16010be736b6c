// Builds the web if its sources have changed since the last build.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, root } from './install.mjs'

const stamp = join(root, 'web/dist/.built-from')
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/contract-calls.ts',
  'domain/src',
  'contract/src',
  'package-lock.json',
]

function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => hash.update(path).update(readFileSync(join(root, path)))
  for (const source of sources) {
    if (!existsSync(join(root, source))) continue
    if (source.includes('.')) add(source)
    else {
      const names = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      for (const file of files.map((file) => file.slice(root.length)).sort()) add(file)
    }
  }
  return hash.digest('hex')
}

/** Whether web/dist was built from the present sources. */
export function isWebBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

export function ensureWebBuilt() {
  if (isWebBuilt()) return
  const builtFrom = fingerprint()
  console.log('Building the web…')
  execFileSync(findNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  })
  writeFileSync(stamp, builtFrom)
}
