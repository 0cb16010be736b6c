import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'

const BUILT = resolve(import.meta.dirname, '../../extension/dist')
/** The Chromium without windows of its own takes no extensions. */
const executablePath = process.env['EXTENSION_CHROMIUM_PATH']

export interface BrowserWithExtension {
  context: BrowserContext
  /** The page that the extension opens when it is installed. */
  options: Page
  /** Presses the extension’s button on this page; resolves with the page that it opens. */
  press(page: Page): Promise<Page>
  close(): Promise<void>
}

/** Starts Chromium with the browser extension, as somebody who has just loaded it. */
export async function openWithExtension(): Promise<BrowserWithExtension> {
  const profile = mkdtempSync(join(tmpdir(), 'extension-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    // Playwright's own switch for it would start the other Chromium.
    headless: false,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      `--disable-extensions-except=${BUILT}`,
      `--load-extension=${BUILT}`,
      // What presses the button of an extension in a test.
      '--enable-unsafe-extension-debugging',
    ],
  })
  const [running] = context.serviceWorkers()
  const worker = running ?? (await context.waitForEvent('serviceworker'))
  const id = new URL(worker.url()).host
  const isOptions = (page: Page) => page.url().endsWith('/options.html')
  await expect.poll(() => context.pages().some(isOptions)).toBe(true)
  const options = context.pages().find(isOptions)
  const browser = context.browser()
  if (!browser || !options) throw new Error('The browser cannot be asked to press a button.')
  const session = await browser.newBrowserCDPSession()
  return {
    context,
    options,
    async press(page) {
      // The button is that of the tab in front, whichever is named.
      await page.bringToFront()
      const opened = context.waitForEvent('page')
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] })
      const tab = targetInfos.find(({ url }) => url === page.url())
      await session.send('Extensions.triggerAction', { id, targetId: tab?.targetId ?? '' })
      const added = await opened
      await added.waitForURL((url) => url.href !== 'about:blank')
      return added
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
