import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { startInstallation } from './support/installation.ts'
import type { Installation } from './support/installation.ts'
import { ask, newEmail, PASSWORD } from './support/member.ts'
import { pane, rows, titles } from './support/posts-screen.ts'
import type { SearchState } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'
/** Set by `npm run soak -- journey`. */
const ASKED_FOR = process.env['JOURNEY_POSTS']
/** How many dull posts the platforms have beside those that the search is to find. */
const POSTS_FILLED = Number(ASKED_FOR ?? 1000)
/** The least number of posts its search must see: it asks for words of the signal, and goes on where they bring leads. */
const POSTS_SEEN_MIN = 100
/** Thousands of posts are read one by one, on a machine that may be busy. */
const SEARCHED_MS_MAX = 600_000
/** Many thousand real posts, if they are beside the project. */
const SHARED_POSTS = resolve(import.meta.dirname, '../../shared/data/posts')

interface Lead {
  text: string
  matches: { evidence: { start: number; end: number }[] }[]
}

let installation: Installation

test.beforeAll(async () => {
  const isReal = ASKED_FOR !== undefined && existsSync(SHARED_POSTS)
  installation = await startInstallation({ posts: isReal ? { folder: SHARED_POSTS } : { fill: POSTS_FILLED } })
})
test.afterAll(() => installation.stop())

test('a business’s URL leads to its first leads, and what is done to them stays', async ({ browser }) => {
  test.setTimeout(2 * SEARCHED_MS_MAX)
  const page = await browser.newPage({ baseURL: installation.url })
  let loads = 0
  page.on('load', () => (loads += 1))
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))

  await test.step('the user signs up and names the organization', () => signUp(page))
  expect(complaints, 'no request was refused').toEqual([])
  await test.step('the wizard reads the website for the user to correct', () => describeBusiness(page, installation))
  await test.step('a signal shows what it would match, and why', () => writeSignal(page))

  const loadsBefore = loads
  await page.getByRole('button', { name: 'Start finding leads' }).click()
  await expect(page).toHaveURL(/\/projects\/[^/]+\/posts$/)
  const projectId = /projects\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const caller = { url: installation.url, token }

  await test.step('leads arrive by themselves during the search', async () => {
    const progress = page.getByRole('region', { name: 'Search progress' })
    await expect(progress).toContainText(/Searching|Search finished/)
    await expect(rows(page).first()).toBeVisible()
    await expect(progress).toContainText('Search finished', { timeout: SEARCHED_MS_MAX })
    expect(seenIn(await progress.innerText())).toBeGreaterThanOrEqual(POSTS_SEEN_MIN)
    const searches = await ask<SearchState[]>(caller, `GET /api/v1/intent_signals/${projectId}/searches`)
    const hackerNews = searches.flatMap(({ channels }) => channels).filter(({ platform }) => platform === 'hacker_news')
    expect(hackerNews[0]?.seen).toBeGreaterThan(0)
    const pill = page.getByRole('button', { name: /^\d+ new leads?$/ })
    const kept = searches.reduce((sum, search) => sum + search.kept, 0)
    await expect(async () => {
      if (await pill.isVisible()) await pill.click()
      await expect(page.getByText(`${kept} leads`, { exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(loads, 'there was no reload').toBe(loadsBefore)
  })

  await test.step('an open lead marks exactly its evidence', async () => {
    await rows(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/posts\/[^/]+$/)
    const lead = await ask<Lead>(caller, `GET /api/v1/leads/${projectId}/lead/${page.url().split('/').at(-1)}`)
    await expect(pane(page).locator('mark').first()).toBeVisible()
    const marked = await pane(page).locator('mark').allInnerTexts()
    for (const words of marked) expect(lead.text).toContain(words)
    const evidence = lead.matches.flatMap((match) =>
      match.evidence.map(({ start, end }) => lead.text.slice(start, end)),
    )
    expect(evidence.some((words) => words.includes(marked[0] ?? ' '))).toBe(true)
  })

  await test.step('one lead is starred, and another’s deletion is undone', () => triage(page))

  await test.step('a reload keeps everything', async () => {
    const before = await titles(page)
    await page.reload()
    await expect(starsOn(page)).toHaveCount(1)
    await expect.poll(() => titles(page)).toEqual(before)
    await expect(pane(page).getByRole('button', { name: 'Take the star away' })).toBeVisible()
  })
  await page.context().close()
})

async function signUp(page: Page): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Klein')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Organization name').fill('Larkbill Software')
  await page.getByRole('button', { name: 'Create organization' }).click()
}

async function describeBusiness(page: Page, { websiteUrl }: Installation): Promise<void> {
  await expect(page.getByRole('heading', { name: 'New Project' })).toBeVisible()
  await expect(page.getByLabel('Website')).toBeFocused()
  await page.keyboard.type(websiteUrl)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/step-2$/)
  await expect(page.getByLabel('Business name')).toHaveValue('Larkbill')
  const description = page.getByLabel('Business description')
  await expect(description).toHaveValue(/invoic/)
  await description.fill(`${await description.inputValue()} We do not do payroll.`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/step-3$/)
  await page.getByText('Win customers').click()
  await expect(page.getByRole('checkbox', { name: /Win customers/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/step-4$/)
  await expect(page.getByRole('region', { name: 'Sources' })).toContainText(
    /Searches cover Hacker News.*Reddit are off/,
  )
}

async function writeSignal(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'How far back to look' }).click()
  await page.getByRole('option', { name: 'Last 365 days' }).click()
  await page.getByLabel('New signal').fill(SIGNAL)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('last 365 days')
  await expect(preview.getByRole('article').first().locator('mark').first()).toBeVisible()
  await expect(preview).toContainText(/out of [\d,]+ posts looked through/)
  await expect(preview.getByRole('region', { name: 'What to expect' })).toContainText(/leads a week|cannot tell yet/)
}

async function triage(page: Page): Promise<void> {
  const starred = await pane(page)
    .getByRole('heading', { level: 2 })
    .or(pane(page).getByRole('heading', { level: 1 }))
    .first()
    .innerText()
  await pane(page).getByRole('button', { name: 'Star', exact: true }).click()
  await expect(starsOn(page)).toHaveCount(1)
  await expect(rows(page).nth(1)).toBeVisible()
  const before = await titles(page)
  await pane(page).getByRole('button', { name: 'Next lead' }).click()
  const second = pane(page).getByRole('button', { name: 'Star', exact: true })
  await expect(second).toBeVisible()
  await pane(page).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => titles(page)).not.toEqual(before)
  const toast = page.getByRole('status').filter({ hasText: 'Deleted 1 lead' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(page)).toEqual(before)
  await rows(page).filter({ hasText: starred }).getByRole('link').click()
  await expect(pane(page).getByRole('button', { name: 'Take the star away' })).toBeVisible()
}

function starsOn(page: Page): Locator {
  return page.getByRole('feed', { name: 'Leads' }).getByRole('button', { name: 'Take the star away' })
}

function seenIn(text: string): number {
  return Number((/([\d,]+) collected/.exec(text)?.[1] ?? '0').replaceAll(',', ''))
}
