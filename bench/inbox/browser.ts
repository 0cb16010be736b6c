import process from 'node:process'
import type { Browser, Page } from '@playwright/test'
import { installFlingProbe } from './fling-probe.ts'
import { installKeyProbe } from './key-probe.ts'

const SCRIPTS = new URL('../../scripts/', import.meta.url)

/** Builds the web if it is stale, and resolves with the browser of the browser tests. */
export async function findBrowser(): Promise<string | undefined> {
  const load = (file: string): Promise<unknown> => import(new URL(file, SCRIPTS).href)
  const { ensureWebBuilt } = (await load('build-web.mjs')) as { ensureWebBuilt: () => void }
  const { ensureBrowser } = (await load('browser.mjs')) as { ensureBrowser: () => string | undefined }
  ensureWebBuilt()
  return process.env['CHROMIUM_PATH'] ?? ensureBrowser()
}

interface Opened {
  url: string
  /** The contents of the browser's local storage. */
  stored?: Record<string, string>
}

/** Opens a page, 1440 px wide, in a browser of its own with the probes in it, and waits for its first row. */
export async function openPage(browser: Browser, { url, stored = {} }: Opened): Promise<Page> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
  const page = await context.newPage()
  await page.addInitScript(installKeyProbe)
  await page.addInitScript(installFlingProbe)
  await page.goto(url)
  await page.locator('[aria-posinset], tbody tr[aria-rowindex]').first().waitFor()
  return page
}
