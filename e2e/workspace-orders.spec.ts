import type { LeadRow } from '@leadlight/contract/leads'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './support/test.ts'
import { addColumn, waitForValues } from './support/workspace-columns.ts'
import { expectShown, openTable, pairsOf, toast } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { ProjectCalls } from './support/workspace.ts'

type Compare = (a: LeadRow, b: LeadRow) => number

let calls: ProjectCalls
let leads: LeadRow[]
let statusIds: string[]
let toolId: string

test.beforeAll(async ({ workspace }) => {
  calls = createProjectCalls(workspace.rosa, workspace.projects.Orders.id)
  const ids = (await calls.leads()).map(({ id }) => id)
  statusIds = (await calls.statuses()).map(({ id }) => id)
  toolId = await addColumn(calls, { name: 'Tool', prompt: 'Which tool do they use?', type: 'text' })
  for (const [place, statusId] of [statusIds[3], statusIds[0]].entries()) {
    await calls.setStatus(
      ids.filter((_, index) => index % 5 === place),
      statusId ?? null,
    )
  }
  await waitForValues(calls)
  leads = await calls.leads()
})

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Order:/ }).click()
  await page.getByRole('menuitemradio', { name: label, exact: true }).click()
}

function shownRows(page: Page): Promise<LeadRow[]> {
  return page
    .locator('[data-row-id]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-id')))
    .then((ids) => ids.flatMap((id) => leads.find((lead) => lead.id === id) ?? []))
}

/** Expects all leads to be there, each after the ones it should follow. */
async function expectSorted(page: Page, compare: Compare): Promise<void> {
  const misplaced = async () => {
    const rows = await shownRows(page)
    return {
      count: new Set(rows).size,
      wrong: rows.filter((row, index) => index > 0 && compare(rows[index - 1]!, row) > 0).length,
    }
  }
  await expect.poll(misplaced).toEqual({ count: leads.length, wrong: 0 })
}

const byPosted: Compare = (a, b) => a.posted_at.localeCompare(b.posted_at)
const byScore: Compare = (a, b) => (a.score ?? -1) - (b.score ?? -1)
const byFound: Compare = (a, b) => a.collected_at.localeCompare(b.collected_at)
/** Leads without a status come last. */
const byStatus: Compare = (a, b) => placeOf(a) - placeOf(b)
const placeOf = ({ status_config_id: id }: LeadRow) => (id === null ? Infinity : statusIds.indexOf(id))

function toolOf(lead: LeadRow): string {
  return lead.smart_column_values.find(({ column_id: id }) => id === toolId)?.text_value ?? ''
}
/** Leads without a value come last ascending and first descending. */
const byTool: Compare = (a, b) => {
  if (toolOf(a) === '' || toolOf(b) === '') return Number(toolOf(a) === '') - Number(toolOf(b) === '')
  return toolOf(a).localeCompare(toolOf(b))
}
const down =
  (compare: Compare): Compare =>
  (a, b) =>
    -compare(a, b)

test('every order sorts all leads and is in the URL, and survives a reload', async ({ browser, workspace }) => {
  const page = await openTable(browser, workspace.rosa, { projectId: workspace.projects.Orders.id })
  await expectSorted(page, down(byPosted))
  const orders: [label: string, compare: Compare, address: string[]][] = [
    ['Oldest posts', byPosted, ['sort_by=posted_at', 'sort_order=asc']],
    ['Best score', down(byScore), ['sort_by=score', 'sort_order=desc']],
    ['Last found', down(byFound), ['sort_by=collected_at', 'sort_order=desc']],
    ['Status', safe(byStatus), ['sort_by=status', 'sort_order=asc']],
    ['Tool: A to Z', byTool, [`sort_by=column:${toolId}`, 'sort_order=asc']],
    ['Tool: Z to A', down(byTool), [`sort_by=column:${toolId}`, 'sort_order=desc']],
    ['Newest posts', down(byPosted), []],
  ]
  for (const [label, compare, address] of orders) {
    await test.step(label, async () => {
      await choose(page, label)
      await expectSorted(page, compare)
      expect(pairsOf(new URL(page.url()).searchParams)).toEqual(address)
    })
  }
  await choose(page, 'Tool: Z to A')
  await page.reload()
  await expectSorted(page, down(byTool))
  await page.context().close()
})

/** Infinity minus Infinity is NaN. */
function safe(compare: Compare): Compare {
  return (a, b) => compare(a, b) || 0
}

test('a press on a heading of the table sorts, and another reverses the order', async ({ browser, workspace }) => {
  const page = await openTable(browser, workspace.rosa, { projectId: workspace.projects.Orders.id })
  const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  const pressed = async (name: string) => heading(name).getByRole('button', { name }).click()
  await pressed('Score')
  await expectSorted(page, down(byScore))
  await expect(heading('Score')).toHaveAttribute('aria-sort', 'descending')
  await pressed('Score')
  await expectSorted(page, byScore)
  await pressed('Status')
  await expectSorted(page, safe(byStatus))
  await pressed('Tool')
  await expectSorted(page, byTool)
  await pressed('Tool')
  await expectSorted(page, down(byTool))
  await expect(heading('Tool')).toHaveAttribute('aria-sort', 'descending')
  await page.context().close()
})

async function openViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expect(page.getByRole('menu', { name: 'Views' })).toBeVisible()
}

async function saveView(page: Page, name: string, { isShared }: { isShared: boolean }): Promise<void> {
  await openViews(page)
  await page.getByRole('menuitem', { name: 'Save these filters as a view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  if (isShared) await dialog.getByLabel('For the whole team').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a view is saved privately or for the team, found by those it is for, changed and deleted', async ({
  browser,
  workspace: { rosa, tomas, projects },
}) => {
  const projectId = projects.Orders.id
  const hackerNews = leads.filter(({ platform }) => platform === 'hacker_news')
  const expected = hackerNews.toSorted((a, b) => byPosted(a, b)).map(({ id }) => id)
  const at = '?data_source_filters=hacker_news&sort_by=posted_at&sort_order=asc'
  const page = await openTable(browser, rosa, { projectId, at })
  await expectShown(page, expected)
  await saveView(page, 'My hackers', { isShared: false })
  await saveView(page, 'Our hackers', { isShared: true })

  const other = await openTable(browser, tomas, { projectId })
  await openViews(other)
  await expect(other.getByRole('menuitemradio', { name: 'Our hackers' })).toBeVisible()
  await expect(other.getByRole('menuitemradio', { name: 'My hackers' })).toHaveCount(0)
  await other.getByRole('menuitemradio', { name: 'Our hackers' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Our hackers' })).toBeVisible()
  await expectShown(other, expected)
  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: 'Our hackers' })).toBeVisible()
  await expectShown(other, expected)

  await other.getByRole('searchbox', { name: 'Search leads' }).fill('harbour')
  const fewer = expected.filter((id) => leads.find((lead) => lead.id === id)?.title?.includes('Harbour'))
  await expectShown(other, fewer)
  await openViews(other)
  await other.getByRole('menuitem', { name: 'Update "Our hackers"' }).click()
  await expect(toast(other, '"Our hackers" now has these filters')).toBeVisible()

  await page.reload()
  await openViews(page)
  await page.getByRole('menuitemradio', { name: 'My hackers' }).click()
  await expectShown(page, expected)
  await openViews(page)
  await page.getByRole('menuitemradio', { name: 'Our hackers' }).click()
  await expectShown(page, fewer)
  await openViews(page)
  await page.getByRole('menuitem', { name: 'Delete the view' }).click()
  await expect(toast(page, 'Deleted the view "Our hackers"')).toBeVisible()
  await other.reload()
  await openViews(other)
  await expect(other.getByRole('menuitemradio', { name: 'All posts' })).toBeVisible()
  await expect(other.getByRole('menuitemradio', { name: 'Our hackers' })).toHaveCount(0)
  await page.context().close()
  await other.context().close()
})
