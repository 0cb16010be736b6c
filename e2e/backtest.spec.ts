import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'

test('a change to a signal shows what it gains and loses, and saving it does exactly that', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await searchFor(member, projectId, { text: SIGNAL, days: 30 })
  await waitForSearches(member, projectId)
  const page = await openAs(browser, member, { reducedMotion: 'reduce' })
  await page.goto(`/projects/new/${projectId}/step-4`)
  await expect(page.getByRole('textbox', { name: `Signal: ${SIGNAL}` })).toBeVisible()

  await test.step('the change is made by keyboard alone', () => refineSignal(page))
  const said = await test.step('the backtest shows what would change, with the posts', () => readBacktest(page))
  await test.step('everything is reachable in both themes and widths', () => checkAtAllWidths(page))

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const outcome = page.getByText(/^Judged \d+ posts again: /)
  await expect(outcome).toBeVisible()
  const told = await outcome.innerText()
  if (said.gained + said.lost === 0) expect(told).toContain('its matches stay as they were')
  else expect(told).toMatch(new RegExp(`gained ${said.gained} match(?:es)?, lost ${said.lost}\\.`))

  await test.step('the edits stay', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /^What Leadlight reads · changed by hand/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Not interested in' }).first()).toHaveValue(/spreadsheets/)
  })
  await page.context().close()
})

async function refineSignal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).first().focus()
  await page.keyboard.press('Enter')
  const negative = page.getByRole('button', { name: 'Not interested in' }).first()
  await negative.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Not interested in' }).first().focus()
  await page.keyboard.type('Not interested in spreadsheets or people who sell their own templates')
  await expect(page.getByLabel('Backtest')).toBeVisible()

  const plan = page.getByRole('button', { name: /^What Leadlight reads/ }).first()
  await plan.focus()
  await page.keyboard.press('Enter')
  await expect(chips(page, 'Kept out').getByText('spreadsheets', { exact: true })).toBeVisible()
  await chips(page, 'Kept out').getByRole('textbox').focus()
  await page.keyboard.type('photographer')
  await page.keyboard.press('Enter')
  await expect(chips(page, 'Kept out').getByRole('button', { name: 'Take out photographer' })).toBeVisible()
  await chips(page, 'About').getByRole('textbox').first().focus()
  await page.keyboard.type('billing app')
  await page.keyboard.press('Enter')
  await expect(chips(page, 'About').getByRole('button', { name: 'Take out billing app' })).toBeVisible()
  await chips(page, 'Searches').getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toHaveCount(1)
}

function chips(page: Page, part: string): Locator {
  return page.getByRole('region', { name: 'What Leadlight reads' }).getByRole('group', { name: part })
}

async function readBacktest(page: Page): Promise<{ gained: number; lost: number }> {
  const panel = page.getByLabel('Backtest')
  await expect(panel.getByText(/^It matches/)).toBeVisible()
  await expect(panel).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText(/collected posts? comes? near enough to be judged again\.$/)).toBeVisible()
  const counted = async (name: string) => {
    const tab = panel.getByRole('tab', { name: new RegExp(`^${name}`) })
    return Number(/\d+/.exec(await tab.innerText())?.[0])
  }
  const said = { gained: await counted('Gained'), lost: await counted('Lost') }
  expect(said.lost, 'the excluded posts matched before').toBeGreaterThan(0)
  await panel.getByRole('tab', { name: /^Lost/ }).click()
  await expect(panel.getByRole('article').first()).toBeVisible()
  return said
}

/** The effect of a change is visible without scrolling past other signals: beside it, or right below its buttons. */
async function expectBacktestAtHand(page: Page): Promise<void> {
  const box = await page.getByLabel('Backtest').boundingBox()
  const save = await page.getByRole('button', { name: 'Undo changes' }).boundingBox()
  const next = await page.getByRole('textbox', { name: 'New signal' }).boundingBox()
  if (!box || !save || !next) throw new Error('The backtest, the change or the next signal is not drawn.')
  expect(box.x > save.x + save.width || (box.y > save.y && box.y + box.height < next.y)).toBe(true)
}

async function checkAtAllWidths(page: Page): Promise<void> {
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await expectNoViolations(page, 'backtest')
    await expectBacktestAtHand(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `nothing stands beyond ${viewport.width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(WIDTHS[0])
}
