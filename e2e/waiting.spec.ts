import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { openPosts, withAnswer } from './support/workspace-screen.ts'

/** Moves the time that the page has waited. */
async function waited(page: Page, ms: number) {
  await page.evaluate((toMs) => {
    const [say] = document.body.getAnimations()
    if (!say) throw new Error('Nothing is waited for')
    say.pause()
    say.currentTime = toMs
  }, ms)
}

/** Never answered, until the context closes. */
const held = () => undefined

test('a wait says what it is for once it has lasted 0.7 seconds, and not before', async ({ browser, workspace }) => {
  const page = await openPosts(browser, workspace.rosa, { projectId: workspace.projects.Palette.id })
  await withAnswer(page, '**/api/v1/leads/*?*', 'waiting', async () => {
    await page.reload()
    const line = page.getByRole('status').filter({ hasText: 'Loading the leads' })
    await expect(line).toBeAttached()
    await waited(page, 699)
    await expect(line).toHaveCSS('opacity', '0')
    await waited(page, 701)
    await expect(line).toHaveCSS('opacity', '1')
  })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.body.getAnimations().length)).toBe(0)
  await page.context().close()
})

test('the next page’s code is waited for with a sentence', async ({ browser, workspace }) => {
  const page = await openPosts(browser, workspace.rosa, { projectId: workspace.projects.Palette.id })
  await expect(rows(page).first()).toBeVisible()
  await page.route('**/assets/insights-page-*.js', held)
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toHaveCSS('opacity', '1')
  await page.context().close()
})

test('the first page says what it loads until its script is there', async ({ browser, installation }) => {
  const page = await browser.newPage({ baseURL: installation.url })
  await page.route('**/assets/*.js', held)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading Leadlight' })).toHaveCSS('opacity', '1')
  await page.context().close()
})
