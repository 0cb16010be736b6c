import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'

test('what a search asked is told, and a question is barred from the next by keyboard alone', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await searchFor(member, projectId, { text: SIGNAL, days: 30 })
  await waitForSearches(member, projectId)
  const page = await openAs(browser, member, { reducedMotion: 'reduce' })
  await openSignal(page, projectId)
  const asked = page.getByRole('table', { name: 'Asked of Hacker News' })
  await expect(asked).toBeVisible()

  const words = await test.step('the first question that has words is never to be asked', () => barFirst(page, asked))
  await test.step('everything is reachable in both themes and widths', () => checkAtAllWidths(page))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Judged \d+ posts again: /)).toBeVisible()

  await searchAgain(page, projectId)
  await waitForSearches(member, projectId)
  await openSignal(page, projectId)
  await expect(asked).toBeVisible()
  await expect(asked.getByRole('button', { name: `Never ask: ${words}`, exact: true })).toHaveCount(0)
  await page.context().close()
})

/** Opens the signal's page from the list, by keyboard. */
async function openSignal(page: Page, projectId: string): Promise<void> {
  await page.goto(`/projects/${projectId}/signals`)
  await page.getByRole('link', { name: SIGNAL, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Signal', level: 1 })).toBeVisible()
}

async function barFirst(page: Page, asked: Locator): Promise<string> {
  const never = asked.getByRole('button', { name: /^Never ask: / }).first()
  const words = (await never.getAttribute('aria-label'))?.replace('Never ask: ', '') ?? ''
  expect(words).not.toBe('')
  await never.focus()
  await page.keyboard.press('Enter')
  await expect(never).toHaveAttribute('aria-pressed', 'true')
  const searches = page.getByRole('group', { name: 'Searches' })
  await expect(searches.getByRole('button', { name: `Let ${words} be asked again` })).toBeVisible()
  await expect(searches.getByRole('button', { name: `Take out ${words}`, exact: true })).toHaveCount(0)
  return words
}

async function searchAgain(page: Page, projectId: string): Promise<void> {
  await page.goto(`/projects/${projectId}/posts`)
  await page.getByRole('button', { name: 'Run search' }).click()
  await expect(
    page.getByRole('region', { name: 'Search progress' }).getByText(/^Search(?:ing| finished)$/),
  ).toBeVisible()
}

async function checkAtAllWidths(page: Page): Promise<void> {
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.getByRole('table', { name: 'Asked of Hacker News' }).scrollIntoViewIfNeeded()
    await expectNoViolations(page, 'asked searches')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `nothing stands beyond ${viewport.width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(WIDTHS[0])
}
