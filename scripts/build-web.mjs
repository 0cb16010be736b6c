// Builds the web if its sources have changed since the last build.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { builtFrom } from './built-from.mjs'
import { findNode, root } from './install.mjs'

const web = builtFrom('web/dist', [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/contract-calls.ts',
  'domain/src',
  'contract/src',
  'package-lock.json',
])

/** Whether web/dist was built from the present sources. */
export const isWebBuilt = () => web.isPresent()

export function ensureWebBuilt() {
  web.ensure(() => {
    console.log('Building the web…')
    execFileSync(findNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      stdio: 'inherit',
    })
  })
}
