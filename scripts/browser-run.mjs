// Runs Playwright with one of the configurations of e2e/, and installs everything it needs first.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root } from './install.mjs'

/** Needs a whole browser, which takes extensions; everything else does with one without windows. */
const WITH_EXTENSION = 'extension.spec.ts'

/** Resolves with the exit status; `args` go to Playwright. */
export async function runInBrowser(config, args) {
  ensureInstalled()
  const { ensureWebBuilt } = await import('./build-web.mjs')
  const { ensureGuideBuilt } = await import('./build-guide.mjs')
  const { ensureBrowser } = await import('./browser.mjs')
  ensureWebBuilt()
  ensureGuideBuilt()
  const browser = ensureBrowser()
  const withExtensions = args.includes(WITH_EXTENSION) ? await prepareExtension() : undefined
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(findNode(), [playwright, 'test', '--config', config, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(browser && { CHROMIUM_PATH: browser }),
      ...(withExtensions && { EXTENSION_CHROMIUM_PATH: withExtensions }),
    },
  })
  return status ?? 1
}

async function prepareExtension() {
  const { ensureExtensionBuilt } = await import('./build-extension.mjs')
  const { ensureBrowserWithExtensions } = await import('./browser.mjs')
  ensureExtensionBuilt()
  return ensureBrowserWithExtensions()
}
