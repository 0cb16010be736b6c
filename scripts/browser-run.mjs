// Runs Playwright with one of the configurations of e2e/, and installs everything it needs first.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root } from './install.mjs'

/** Resolves with the exit status; `args` go to Playwright. */
export async function runInBrowser(config, args) {
  ensureInstalled()
  const { ensureWebBuilt } = await import('./build-web.mjs')
  const { ensureGuideBuilt } = await import('./build-guide.mjs')
  const { ensureBrowser } = await import('./browser.mjs')
  ensureWebBuilt()
  ensureGuideBuilt()
  const browser = ensureBrowser()
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(findNode(), [playwright, 'test', '--config', config, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) },
  })
  return status ?? 1
}
