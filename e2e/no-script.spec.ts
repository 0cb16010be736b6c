import { expect } from '@playwright/test'
import { test } from './support/test.ts'

test('a browser without JavaScript reads on every page that Leadlight needs it', async ({ browser, installation }) => {
  const context = await browser.newContext({ baseURL: installation.url, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/', '/sign-in', '/projects/new']) {
    await page.goto(path)
    const sentence = page.locator('noscript p')
    await expect(sentence).toHaveText(/^\s*Leadlight needs JavaScript\. Allow it for this site in your browser/)
    await expect(sentence).toBeVisible()
    // It covers the sign of loading, which would go on for ever.
    expect(await sentence.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await expect(sentence).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
  await context.close()
})
