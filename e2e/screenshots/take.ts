import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Where the pictures are kept. */
export const FOLDER = resolve(import.meta.dirname, '../../docs/screenshots')
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
    await takeThemes(page, isSingle ? ['light'] : ['light', 'dark'], (theme) =>
      join(FOLDER, `${name}-${theme}-${viewport.width}.png`),
    )
  }
}

/** Takes what the page shows in each theme, into the file that is named for it. */
export async function takeThemes(
  page: Page,
  themes: readonly ('light' | 'dark')[],
  fileFor: (theme: 'light' | 'dark') => string,
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    await page.screenshot({ path: fileFor(colorScheme), animations: 'disabled' })
  }
}

/** Scrolls a part of the page to its top. */
export function toTop(part: Locator): Promise<void> {
  return part.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}
