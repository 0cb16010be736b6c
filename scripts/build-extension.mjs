// Builds the browser extension if its sources have changed since the last build.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { builtFrom } from './built-from.mjs'
import { findNode, root } from './install.mjs'

const extension = builtFrom('extension/dist', [
  'extension/src',
  'extension/public',
  'extension/vite.config.ts',
  'package-lock.json',
])

export function ensureExtensionBuilt() {
  extension.ensure(() => {
    execFileSync(findNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'extension'),
      stdio: 'inherit',
    })
  })
}
