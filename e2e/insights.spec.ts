import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expectNoViolations, expectNoViolationsAtAllWidths, WIDTHS } from './support/axe.ts'
import { openAs } from './support/member.ts'
import { test } from './support/test.ts'

const TITLES = ['Leads found', 'Good leads', 'Estimated misses', 'Time to first answer', 'Coverage']

function card(page: Page, title: string) {
  return page.getByRole('main').getByRole('region', { name: title, exact: true })
}

test('figures show as charts, tables and files, for the chosen days', async ({
  browser,
  workspace: { rosa, projects },
}) => {
  const page = await openAs(browser, rosa, { acceptDownloads: true })
  const main = page.getByRole('main')
  await page.goto(`/projects/${projects.Figures.id}/posts`)
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(main.getByRole('heading', { name: 'Insights', level: 1 })).toBeVisible()
  for (const title of TITLES) await expect(card(page, title)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  await test.step('the chart, the table and the file agree', async () => {
    const leads = card(page, 'Leads found')
    const total = Number((await leads.locator('b').first().textContent()) ?? '')
    expect(total).toBeGreaterThan(40)
    await leads.getByRole('button', { name: 'Show as table: Leads found' }).click()
    const table = leads.getByRole('table', { name: 'Leads by day, by signal' })
    const byDay = await table.locator('tbody tr td:nth-child(2)').allTextContents()
    expect(byDay).toHaveLength(30)
    expect(byDay.reduce((sum, one) => sum + Number(one), 0)).toBe(total)
    const download = page.waitForEvent('download')
    await leads.getByRole('button', { name: 'Save as CSV: Leads found' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^Insights leads \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/)
    const rows = parse(await readFile(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
    const all = rows.filter((row) => row['by'] === 'all')
    expect(all.reduce((sum, row) => sum + Number(row['leads']), 0)).toBe(total)
    await expectNoViolationsAtAllWidths(page, 'insights, a table')
    await leads.getByRole('button', { name: 'Show as chart: Leads found' }).click()
  })

  await test.step('a day can be reached by keyboard', async () => {
    await page.setViewportSize(WIDTHS[0])
    const days = card(page, 'Leads found').getByRole('slider', { name: 'Day' })
    await days.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const told = await days.getAttribute('aria-valuetext')
    await expect(card(page, 'Leads found').getByText(told ?? '', { exact: true })).toBeVisible()
  })

  await test.step('other days have another URL', async () => {
    await page.getByRole('combobox', { name: 'Which days' }).click()
    await page.getByRole('option', { name: 'Last 90 days' }).click()
    await expect(page).toHaveURL(/\?days=90$/)
    await expect(card(page, 'Coverage').getByText(/Known for the last 30 days/)).toBeVisible()
    await card(page, 'Leads found').getByRole('button', { name: 'By channel' }).click()
    await expect(card(page, 'Leads found').getByText('Hacker News', { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Which days' }).click()
    await page.getByRole('option', { name: 'Days of your own' }).click()
    await page.getByLabel('First day').fill('2020-01-01')
    await expect(page.getByRole('alert').getByText('At most 366 days are shown at once.')).toBeVisible()
    await page.getByLabel('Last day').fill('2020-01-31')
    await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31$/)
    await expect(card(page, 'Leads found').getByText('No lead was found on these days.')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNoViolations(page, 'insights, nothing')
  })

  await test.step('no state has accessibility violations, in both themes', async () => {
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport)
      await page.goto(`/projects/${projects.Figures.id}/insights`)
      await expect(card(page, 'Coverage').getByRole('list', { name: 'When each source was heard' })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectNoViolations(page, 'insights')
      for (const title of TITLES) await page.getByRole('button', { name: `Show as table: ${title}` }).click()
      await expectNoViolations(page, 'insights, all as tables')
    }
  })
  await page.context().close()
})

test('a figure that cannot be loaded says so, and the others show', async ({
  browser,
  workspace: { rosa, projects },
}) => {
  const page = await openAs(browser, rosa)
  await page.route('**/insights/*/answers?*', (route) =>
    route.fulfill({
      status: 422,
      json: { detail: 'It is being repaired.', status: 422, title: 'Not usable', type: 'about:blank' },
    }),
  )
  await page.goto(`/projects/${projects.Fresh.id}/insights`)
  const answers = card(page, 'Time to first answer')
  await expect(answers.getByText('This could not be loaded')).toBeVisible()
  await expect(card(page, 'Leads found').getByRole('slider', { name: 'Day' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoViolations(page, 'insights, one not loaded')
  await page.unroute('**/insights/*/answers?*')
  await answers.getByRole('button', { name: 'Try again' }).click()
  await expect(answers.getByText(/None of \d+ leads/)).toBeVisible()
  await page.context().close()
})
