import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openAs } from './support/member.ts'
import { test } from './support/test.ts'

/** Goes through three pages by their links, then opens the last afresh: the code of the others is asked for again. */
async function openThirdPage(page: Page): Promise<void> {
  await page.goto('/org/projects')
  for (const name of ['Team', 'Billing']) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
}

test('a second press of Back lands on its page, though the code of the page between comes after it', async ({
  browser,
  workspace,
}) => {
  const page = await openAs(browser, workspace.rosa)
  await openThirdPage(page)
  let release: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const isBetween = (url: URL) => /\/assets\/team-page-[^/]*\.js$/.test(url.pathname)
  await page.route(isBetween, async (route) => {
    await isReleased
    await route.continue()
  })

  const asked = page.waitForRequest((request) => isBetween(new URL(request.url())))
  await page.evaluate(() => history.back())
  await asked
  await page.evaluate(() => history.back())
  const projects = page.getByRole('heading', { level: 1, name: 'Projects' })
  await expect(projects).toBeVisible()

  const came = page.waitForResponse((response) => isBetween(new URL(response.url())))
  release()
  await (await came).finished()
  // The page that came too late would show once its code has run, which a wait for the same code outlasts.
  await page.evaluate((url) => import(url), (await came).url())
  await expect(page).toHaveURL('/org/projects')
  await expect(projects).toBeVisible()

  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await expect(page).toHaveURL('/org/team')
  await page.context().close()
})

test('two steps at once, and two right after another, land two pages back', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa)
  for (const pressTwice of [
    () => history.go(-2),
    () => {
      addEventListener('popstate', () => history.back(), { once: true })
      history.back()
    },
  ]) {
    await openThirdPage(page)
    await page.evaluate(pressTwice)
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await expect(page).toHaveURL('/org/projects')
  }
  await page.context().close()
})
