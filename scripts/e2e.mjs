// npm run e2e: the browser journeys, against a server of their own with doubles in place of every third party.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root } from './install.mjs'

ensureInstalled()
const { ensureWebBuilt } = await import('./build-web.mjs')
const { ensureBrowser } = await import('./browser.mjs')
ensureWebBuilt()
const browser = ensureBrowser()
const { status } = spawnSync(
  findNode(),
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    'e2e/playwright.config.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) } },
)
process.exitCode = status ?? 1
