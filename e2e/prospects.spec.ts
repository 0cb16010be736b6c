import { readFile } from 'node:fs/promises'
import type { CompanyList, PersonList } from '@leadlight/contract/prospects'
import { INDUSTRIES } from '@leadlight/domain/industries/industries'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expectNoViolations, expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, openAs } from './support/member.ts'
import { test } from './support/test.ts'
import { toast, undoBy } from './support/workspace-screen.ts'
import type { Workspace } from './support/workspace.ts'

const MISSING = '01900000-0000-7000-8000-000000000000'

async function open(browser: Browser, { rosa, projects }: Workspace, at: string, options = {}): Promise<Page> {
  const page = await openAs(browser, rosa, options)
  await page.goto(`/projects/${projects.Prospects.id}/prospects${at}`)
  return page
}

const table = (page: Page, name = 'People') => page.getByRole('table', { name })
const rows = (page: Page) => page.locator('[data-row-id]')
const pane = (page: Page, name = 'Person') => page.getByRole('region', { name, exact: true })

/** The server's answer to the same filters. */
function people({ rosa, projects }: Workspace, query = ''): Promise<PersonList> {
  return ask(rosa, `GET /api/v1/prospects/people/${projects.Prospects.id}?limit=200&${query}`)
}

test('people are filtered by known facts, and the URL keeps the filters', async ({ browser, workspace }) => {
  const page = await open(browser, workspace, '')
  await expect(page).toHaveURL(/\/prospects\/people$/u)
  const { total } = await people(workspace)
  await expect(page.getByText(`${total} people`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'contains', exact: true }).click()
  await page.getByLabel('Location: words').fill('berlin')
  await page.keyboard.press('Escape')
  const berliners = await people(workspace, 'location=berlin')
  expect(berliners.total).toBe(2)
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Take away: Location contains "berlin"' }).click()
  await expect(page.getByText(`${total} people`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Posts', exact: true }).click()
  await expect(page).toHaveURL(/sort_by=posts/u)
  await page.context().close()
})

test('beside the reading pane the filters of people and of companies fit on one line', async ({
  browser,
  workspace,
}) => {
  for (const at of ['/people', '/companies']) {
    const page = await open(browser, workspace, at)
    await rows(page).first().getByRole('link').first().click()
    await expect(pane(page, at === '/people' ? 'Person' : 'Company')).toBeVisible()
    const tops = await Promise.all(
      [/^Any Status/i, /^Any signal/i, /^Any date/i, /^More$/].map(async (name) => {
        const chip = await page.getByRole('button', { name }).first().boundingBox()
        return chip?.y
      }),
    )
    expect(new Set(tops).size).toBe(1)
    await page.context().close()
  }
})

test('people are triaged from the list, by mouse and by keys, and all of it is undone', async ({
  browser,
  workspace,
}) => {
  const page = await open(browser, workspace, '/people')
  await expect(rows(page).first()).toBeVisible()
  const before = await people(workspace)
  await rows(page).first().getByRole('checkbox').check()
  await rows(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await page.getByRole('toolbar', { name: 'Selected people' }).getByRole('button', { name: 'Status' }).click()
  const choice = page.getByRole('menuitemradio').first()
  const status = (await choice.innerText()).split('\n')[0] ?? ''
  await choice.click()
  await expect(page.getByRole('button', { name: `Status: ${status}` })).toHaveCount(3)
  await undoBy(page, `Set 3 people to "${status}"`)
  await expect(page.getByRole('button', { name: `Status: ${status}` })).toHaveCount(0)
  await expect.poll(async () => (await people(workspace)).items).toEqual(before.items)

  // They stay selected for the next change.
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('#')
  await expect(toast(page, 'Deleted 1 person')).toBeVisible()
  await expect.poll(async () => (await people(workspace, 'deleted=true')).total).toBe(1)
  await page.keyboard.press('z')
  await expect.poll(async () => (await people(workspace)).items).toEqual(before.items)
  await page.context().close()
})

test('a person links to their company and posts, and a company back to its people', async ({ browser, workspace }) => {
  const page = await open(browser, workspace, '/people?company_name=Tideline&sort_by=name')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const person = pane(page)
  await expect(person.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(person.getByText(/profile, 12 Nov 2026/u).first()).toBeVisible()
  await expect(person.getByRole('region', { name: 'Timeline' }).getByRole('article').first()).toBeVisible()

  await page.keyboard.press('m')
  await expect(toast(page, 'There are no direct messages where they write.')).toBeVisible()

  await person.getByRole('link', { name: 'Tideline' }).first().click()
  const company = pane(page, 'Company')
  await expect(company.getByRole('heading', { level: 1, name: 'Tideline' })).toBeVisible()
  await expect(company.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveCount(3)
  await company.getByRole('region', { name: 'Timeline' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/posts\/[\da-f-]+$/u)
  const author = page.getByRole('complementary', { name: 'About this lead' }).getByRole('definition').first()
  const name = await author.innerText()
  await author.getByRole('link').click()
  await expect(pane(page).getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await company.getByRole('region', { name: 'People' }).getByRole('link').first().click()
  await expect(pane(page).getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().close()
})

test('people are exported', async ({ browser, workspace }) => {
  const page = await open(browser, workspace, '/people?company_name=Tideline', { acceptDownloads: true })
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'More about this list' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/u)
  await expect(toast(page, /^Saved/u)).toBeVisible()
  await page.context().close()
})

test('selected people alone are exported', async ({ browser, workspace }) => {
  const page = await open(browser, workspace, '/people?sort_by=name', { acceptDownloads: true })
  const [, second, , fourth] = (await people(workspace, 'sort_by=name&sort_order=asc')).items
  for (const one of [second, fourth]) await page.locator(`[data-row-id="${one?.id}"]`).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: 'Selected people' })
  await bar.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  const lines = parse(await readFile(await download.path()), { bom: true, columns: true }) as { id: string }[]
  expect(lines.map(({ id }) => id)).toEqual([second?.id, fourth?.id])
  await page.context().close()
})

test('people and companies have no accessibility violations, at both widths and in both themes', async ({
  browser,
  workspace,
}) => {
  const page = await open(browser, workspace, '/people')
  await expect(rows(page).first()).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'people')
  await page.getByRole('button', { name: 'Select people' }).click()
  await rows(page).first().getByRole('checkbox').check()
  await expectNoViolationsAtAllWidths(page, 'people selected')
  await page.goto(`${page.url()}?search_text=nobodyiscalledthis`)
  await expect(page.getByText('No people match these filters')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'people without matches')

  const [grace] = (await people(workspace, 'location=Lisbon')).items
  await page.goto(`/projects/${workspace.projects.Prospects.id}/prospects/people/${grace?.id}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'person')
  // Whoever writes on GitHub and Stack Exchange alone can be sent none.
  await expect(page.getByRole('button', { name: 'Draft a message' })).toHaveCount(0)
  await page.goto(`/projects/${workspace.projects.Prospects.id}/prospects/people/${MISSING}`)
  await expect(page.getByText('This person does not exist')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'person missing')

  await page.goto(`/projects/${workspace.projects.Prospects.id}/prospects/companies`)
  await expect(table(page, 'Companies')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'companies')
  const list = await ask<CompanyList>(
    workspace.rosa,
    `GET /api/v1/prospects/companies/${workspace.projects.Prospects.id}`,
  )
  await page.goto(`${page.url()}/${list.items[0]?.id}`)
  await expect(pane(page, 'Company').getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'company')
  await page.context().close()
})

test('no industry is cut in the list of companies', async ({ browser, workspace }) => {
  const page = await openAs(browser, workspace.rosa)
  // The widest of all industries.
  const longest = INDUSTRIES.toSorted((one, other) => other.length - one.length)[0] ?? ''
  await page.route(/\/prospects\/companies\/[^/]+\?/u, async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as CompanyList
    const items = list.items.map((item) => ({
      ...item,
      industry: item.industry && { ...item.industry, value: longest },
    }))
    await route.fulfill({ response, json: { ...list, items } })
  })
  await page.goto(`/projects/${workspace.projects.Prospects.id}/prospects/companies`)
  const industry = rows(page).getByText(longest).first()
  await expect(industry).toBeVisible()
  const cut = await industry.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight])
  expect(Math.max(...cut)).toBeLessThanOrEqual(1)
  await industry.hover()
  await expect(page.getByRole('tooltip')).toContainText(longest)
  await page.context().close()
})

test('a person who publishes a company email address is added to the company, and removed again, from either page', async ({
  browser,
  workspace,
}) => {
  const page = await open(browser, workspace, '/companies?company_name=Quillworks')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const company = pane(page, 'Company')
  await expect(company.getByText('quillworks.example was read', { exact: false })).toBeVisible()
  await expect(company.getByText('It says: design studio, packaging, illustration')).toBeVisible()
  const team = company.getByRole('region', { name: 'People' }).getByRole('listitem')
  await expect(team).toHaveCount(1)
  const proposed = company.getByRole('region', { name: 'May work here' })
  await expect(proposed.getByText('The profile publishes an email address at quillworks.example.')).toBeVisible()
  await expectNoViolations(page, 'a company with a proposal')
  await proposed.getByRole('button', { name: 'Works there' }).click()
  await expect(team).toHaveCount(2)
  await expect(proposed).toHaveCount(0)
  await expect(company.getByText('from your team', { exact: false })).toBeVisible()
  await undoBy(page, 'Put into Quillworks')
  await expect(team).toHaveCount(1)
  await proposed.getByRole('link').click()
  await expect(pane(page).getByRole('region', { name: 'May work at', exact: true })).toBeVisible()
  await page.context().close()
})
