import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** Minified: less than half of `axe.source` to send and compile for each page. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** No transitions: a colour in transition belongs to neither theme, and waiting would take half a second. */
const STILL = '*, ::before, ::after { transition: none !important; animation: none !important; }'

/** Checks the page with axe; in dark only colours differ. The failure names the state. */
export async function expectNoViolations(page: Page, state = ''): Promise<void> {
  const still = await page.addStyleTag({ content: STILL })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Light comes last, as the page began.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    expect.soft(await violations(page, colorScheme), `${state} at ${page.url()} in ${colorScheme}`).toEqual([])
    const folder = process.env['E2E_STATES']
    if (folder) {
      const file = `${state.replaceAll(/\W+/g, '-')}-${page.viewportSize()?.width}-${colorScheme}.png`
      await page.screenshot({ path: `${folder}/${file}`, animations: 'disabled' })
    }
  }
  await still.evaluate((style) => (style as Element).remove())
}

async function violations(page: Page, colorScheme: 'dark' | 'light'): Promise<string[]> {
  // A menu lies over the page, outside its landmarks.
  const isMenuOpen = (await page.getByRole('menu').count()) > 0
  const rules =
    colorScheme === 'dark'
      ? { runOnly: ['color-contrast'] }
      : { ...(isMenuOpen && { rules: { region: { enabled: false } } }) }
  return page.evaluate(
    async (options) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const found = await inPage.run(document, options)
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    },
    { ...rules, resultTypes: ['violations' as const], preload: false },
  )
}

/** The same at both widths, desktop last. */
export async function expectNoViolationsAtAllWidths(page: Page, state: string): Promise<void> {
  for (const viewport of WIDTHS.toReversed()) {
    await page.setViewportSize(viewport)
    await expectNoViolations(page, state)
  }
}
