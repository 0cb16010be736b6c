import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createMember, openAs } from './support/member.ts'
import { pane, rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'

const GAP_PX = 14
const WIDTH_PX = 356
const STEP_MS = 250
const LONG =
  'The disk of the installation is full, so that nothing more can be written to it until somebody makes room.'

/** Shows toasts of one, three and one lines at once, over the billing page. */
async function showThree(page: Page): Promise<void> {
  const details = ['The disk is full.', LONG, 'The disk is busy.']
  await page.route('**/credits/ledger/export?*', (route) =>
    route.fulfill({
      status: 500,
      json: { type: 'about:blank', title: 'Problem', status: 500, detail: details.shift() },
    }),
  )
  const save = page.getByRole('button', { name: 'Save as CSV' })
  while (details.length > 0) {
    const answered = page.waitForResponse('**/credits/ledger/export?*')
    await save.click()
    await answered
    await expect(save).not.toHaveAttribute('aria-busy')
  }
  await page.clock.runFor(500)
  await expect(page.locator('[data-kind]')).toHaveCount(3)
}

/** From the top: the gaps between toasts, the distances of their tops, and their widths. */
async function layout(page: Page): Promise<{ gaps: number[]; steps: number[]; widths: number[] }> {
  const boxes = await page.locator('[data-kind]').evaluateAll((cards) =>
    cards.map((card) => {
      const { top, bottom, width } = card.getBoundingClientRect()
      return { top, bottom, width }
    }),
  )
  boxes.sort((a, b) => a.top - b.top)
  const tenths = (px: number) => Math.round(px * 10) / 10
  return {
    gaps: boxes.slice(1).map(({ top }, index) => tenths(top - (boxes[index]?.bottom ?? NaN))),
    steps: boxes.slice(1).map(({ top }, index) => tenths(top - (boxes[index]?.top ?? NaN))),
    widths: boxes.map(({ width }) => tenths(width)),
  }
}

/** Advances time in steps, so the page can render in between. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += STEP_MS) await page.clock.runFor(STEP_MS)
}

test('toasts are 14 px apart whatever their height, and all pause while one is hovered or focused', async ({
  browser,
  installation,
}) => {
  const page = await openAs(browser, await createMember(installation))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/org/billing')
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible()
  await page.clock.install()
  // The toasts' code loads some seconds after the page.
  await page.clock.runFor(10_000)
  await page.clock.pauseAt(Date.now() + 60_000)
  await showThree(page)
  const toasts = page.locator('[data-kind]')

  await test.step('stacked toasts have the same width and gaps, from heights measured then', async () => {
    const stacked = { steps: [GAP_PX, GAP_PX], widths: [WIDTH_PX, WIDTH_PX, WIDTH_PX] }
    await expect.poll(() => layout(page)).toMatchObject(stacked)
  })

  await test.step('while hovered, all three wait in place', async () => {
    await toasts.filter({ hasText: 'The disk is busy.' }).hover()
    await expect.poll(async () => (await layout(page)).gaps).toEqual([GAP_PX, GAP_PX])
    await pass(page, 10_000)
    await expect(toasts).toHaveCount(3)
    expect((await layout(page)).gaps).toEqual([GAP_PX, GAP_PX])
  })

  await test.step('one is closed by hand, and the others keep waiting with the same gaps', async () => {
    await toasts.filter({ hasText: LONG }).getByRole('button', { name: 'Close' }).click()
    await pass(page, 1000)
    await expect(toasts).toHaveCount(2)
    await toasts.filter({ hasText: 'The disk is full.' }).hover()
    await expect.poll(async () => (await layout(page)).gaps).toEqual([GAP_PX])
    await pass(page, 10_000)
    await expect(toasts).toHaveCount(2)
  })

  await test.step('while focused they wait too, until both pointer and focus have left', async () => {
    await toasts.filter({ hasText: 'The disk is full.' }).getByRole('button', { name: 'Close' }).focus()
    await page.mouse.move(5, 5)
    await pass(page, 10_000)
    await expect(toasts).toHaveCount(2)
    await page.keyboard.press('Enter')
    await pass(page, 1000)
    await expect(toasts).toHaveCount(1)
    await pass(page, 6000)
    await expect(toasts).toHaveCount(0)
  })
  await page.context().close()
})

test('on a phone a toast stays above the bar at the foot of the page, as wide as the screen lets it', async ({
  browser,
  workspace,
}) => {
  const { id, signalIds } = workspace.projects.Prospects
  const page = await openAs(browser, workspace.rosa, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  await page.route('**/enable_monitoring', (route) =>
    route.fulfill({ status: 500, json: { type: 'about:blank', title: 'Problem', status: 500, detail: LONG } }),
  )
  await page.goto(`/projects/${id}/signals/${signalIds[0]}`)
  const words = page.getByRole('textbox', { name: /^Signal: / })
  await words.fill('People asking which invoicing software is best')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.getByRole('switch', { name: 'Monitoring' }).click()
  const toast = page.locator('[data-kind]')
  await expect(toast).toContainText('Monitoring was not turned on.')
  await toast.hover()
  const edges = async () => {
    const [own, bar] = await Promise.all([toast.boundingBox(), save.boundingBox()])
    if (!own || !bar) return null
    return { left: own.x, right: 390 - own.x - own.width, isAbove: own.y + own.height < bar.y }
  }
  await expect.poll(edges).toEqual({ left: 16, right: 16, isAbove: true })
  await page.context().close()
})

/** The actions of the page that lie under the toast, by their words. */
function covered(page: Page): Promise<string[]> {
  return page.locator('[role=alert][data-kind]').evaluate((toast) => {
    const over = toast.getBoundingClientRect()
    return [...document.querySelectorAll('main :is(a, button, input, textarea)')].flatMap((action) => {
      const own = action.getBoundingClientRect()
      const isUnder = own.right > over.left && own.left < over.right && own.bottom > over.top && own.top < over.bottom
      return isUnder && action.checkVisibility({ visibilityProperty: true })
        ? [action.getAttribute('aria-label') ?? action.textContent ?? '']
        : []
    })
  })
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`at ${viewport.width} px no action at the end of a list or of a lead lies under a toast`, async ({
    browser,
    workspace,
  }) => {
    const page = await openAs(browser, workspace.rosa, { viewport, reducedMotion: 'reduce' })
    await page.route('**/star', (route) =>
      route.fulfill({ status: 503, json: { type: 'about:blank', title: 'Busy', status: 503, detail: 'It is busy.' } }),
    )
    const toast = page.getByText('The lead could not be starred.')
    async function expectNothingCovered(): Promise<void> {
      await page.keyboard.press('s')
      await toast.hover()
      await expect.poll(() => covered(page)).toEqual([])
      await page.getByRole('button', { name: 'Close' }).click()
      await expect(toast).toHaveCount(0)
    }
    await page.goto(`/projects/${workspace.projects.Prospects.id}/posts`)
    await expect(rows(page).first()).toBeVisible()
    await page.keyboard.press('j')

    await test.step('after the last row', async () => {
      const end = page.getByRole('link', { name: 'See what was passed over' })
      await expect(async () => {
        await page.getByRole('feed', { name: 'Leads' }).evaluate((feed) => feed.parentElement?.scrollTo(0, 1e7))
        await expect(end).toBeInViewport({ timeout: 500 })
      }).toPass()
      await expectNothingCovered()
    })

    await test.step('after the last part of a lead', async () => {
      await page.keyboard.press('Enter')
      await expect(pane(page).getByRole('region', { name: 'History' })).toBeVisible()
      await expect(pane(page).getByRole('region', { name: 'Reply draft' })).toBeVisible()
      await pane(page).evaluate((region) => region.scrollTo(0, region.scrollHeight))
      await expectNothingCovered()
    })
    await page.context().close()
  })
}
