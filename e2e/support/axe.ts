import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** What axe finds on the page as it stands; in dark only colours differ. The state is named in the failure. */
export async function expectNoViolations(page: Page, state = ''): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    await standStill(page)
    const axe = new AxeBuilder({ page })
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    // A menu stands over the page, in none of its parts.
    else if (await page.getByRole('menu').count()) axe.disableRules(['region'])
    const { violations } = await axe.analyze()
    const told = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    expect.soft(told, `${state} at ${page.url()} in ${colorScheme}`).toEqual([])
    const folder = process.env['E2E_STATES']
    if (folder) {
      const file = `${state.replaceAll(/\W+/g, '-')}-${page.viewportSize()?.width}-${colorScheme}.png`
      await page.screenshot({ path: `${folder}/${file}`, animations: 'disabled' })
    }
  }
}

/**
 * Waits until nothing moves that comes to an end: a colour on its way from one theme to the other is neither's. What inherits
 * a colour that moved may begin to move only then.
 */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    for (;;) {
      await frame()
      await frame()
      const ending = document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  })
}
