import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const FOLDER = resolve(import.meta.dirname, '../../docs/screenshots')
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

export interface Picture {
  name: string
  page: Page
  /** The path; on narrow screens list and lead are separate screens. */
  path: (isWide: boolean) => string
  ready: (page: Page) => Locator
  /** Runs on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
  /** For the guide: one picture, light and wide. */
  isSingle?: boolean
}

/** Takes a picture in both themes, wide and narrow, once the page has settled. */
export async function take(picture: Picture): Promise<void> {
  const { name, page, path, ready, prepare, isSingle = false } = picture
  for (const viewport of isSingle ? VIEWPORTS.slice(0, 1) : VIEWPORTS) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    await page.goto(path(viewport.width > 1000))
    await expect(ready(page)).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 })
    await prepare?.(page)
    for (const colorScheme of isSingle ? (['light'] as const) : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
      const file = `${name}-${colorScheme}-${viewport.width}.png`
      await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' })
    }
  }
}

/** Scrolls a part of the page to its top. */
export function toTop(part: Locator): Promise<void> {
  return part.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}
