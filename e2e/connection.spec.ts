import { expect } from '@playwright/test'
import { pane, rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { openPosts } from './support/workspace-screen.ts'

test('a lost connection is said until it is back, and then what failed is loaded', async ({ browser, workspace }) => {
  const page = await openPosts(browser, workspace.rosa, { projectId: workspace.projects.Palette.id })
  const away = page.getByText('The server cannot be reached.')
  const title = pane(page).getByRole('heading', { level: 1 })
  await expect(rows(page).first()).toBeVisible()

  await test.step('while the reading pane itself is not loaded yet', async () => {
    await page.context().setOffline(true)
    await rows(page).nth(1).click()
    await expect(away).toBeVisible()
    await page.context().setOffline(false)
    await expect(title).toBeVisible()
    await expect(away).toBeHidden()
    // Its parts are loaded one after another.
    await expect(pane(page).locator('[aria-busy=true]')).toHaveCount(0)
  })

  await test.step('while another lead is opened', async () => {
    await page.context().setOffline(true)
    await rows(page).nth(2).click()
    await expect(page.getByText('The lead could not be loaded')).toBeVisible()
    await expect(away).toBeVisible()
    await page.context().setOffline(false)
    await expect(title).toBeVisible()
    await expect(away).toBeHidden()
  })
  await page.context().close()
})
