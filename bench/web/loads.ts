import { gzipSync } from 'node:zlib'
import { expect, type Browser, type Page, type Request } from '@playwright/test'
import type { DemoServer } from './demo.ts'
import { openLead, ROW, shown, type Screen } from './screens.ts'

/** For a machine that has other work too; the figures do not depend on time. */
const SHOWN_MS_MAX = 90_000
/** After the first row, until pane and toasts are loaded ahead. */
const IDLE_MS = 8_000

/** What a screen fetches before it shows what it is for. */
export interface Load {
  name: string
  scriptGzipKb: number
  scriptFiles: number
  callsSent: number
}

/** Opens a screen in an empty browser, and adds up what is fetched before it shows. */
export async function measureLoad(browser: Browser, demo: DemoServer, screen: Screen): Promise<Load> {
  const page = await openEmpty(browser, demo, screen)
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  let before: Request[] = []
  await page.exposeFunction('tellShown', () => (before = [...sent]))
  await page.addInitScript(tellWhenShown, screen.shows)
  await page.goto(demo.url + screen.path, { waitUntil: 'commit' })
  await shown(page, screen)
  await expect.poll(() => before.length, { timeout: 0 }).toBeGreaterThan(0)
  const scripts = before.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(scripts.map(gzippedSize))
  const calls = before.filter((request) => ['fetch', 'xhr'].includes(request.resourceType()))
  await page.context().close()
  return {
    name: screen.name,
    scriptGzipKb: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10,
    scriptFiles: scripts.length,
    callsSent: calls.length,
  }
}

/** How many scripts the first lead still fetches when it is opened from the list, once the browser has been idle. */
export async function scriptsOfFirstLead(browser: Browser, demo: DemoServer, posts: Screen): Promise<number> {
  const page = await openEmpty(browser, demo, posts)
  await page.goto(demo.url + posts.path)
  await shown(page, posts)
  await page.waitForTimeout(IDLE_MS)
  let scripts = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts += 1
  })
  await page.locator(ROW).first().getByRole('link').first().click()
  await openLead(page).waitFor()
  await page.context().close()
  return scripts
}

/** Whether a screen shows if, of all calls, only those that it is said to need are answered. */
export async function showsWithNeeded(browser: Browser, demo: DemoServer, screen: Screen): Promise<boolean> {
  const page = await openEmpty(browser, demo, screen)
  await page.route(
    () => true,
    (route) => {
      const { pathname } = new URL(route.request().url())
      const isCall = ['fetch', 'xhr'].includes(route.request().resourceType())
      // Neither answered nor refused.
      if (isCall && !screen.needs.includes(pathname)) return undefined
      return route.continue()
    },
  )
  await page.goto(demo.url + screen.path, { waitUntil: 'commit' })
  const isThere = await shown(page, screen).then(
    () => true,
    () => false,
  )
  await page.context().close()
  return isThere
}

/** Runs in the page. Told within the task that shows it, what is sent because of it comes after. */
function tellWhenShown(selector: string): void {
  const { tellShown } = window as unknown as { tellShown: () => void }
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    tellShown()
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

async function openEmpty(browser: Browser, { url, token }: DemoServer, { isSignedIn }: Screen): Promise<Page> {
  const localStorage = isSignedIn ? [{ name: 'access_token', value: token }] : []
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  context.setDefaultTimeout(SHOWN_MS_MAX)
  return context.newPage()
}

async function gzippedSize(request: Request): Promise<number> {
  const response = await request.response()
  return response ? gzipSync(await response.body()).length : 0
}
