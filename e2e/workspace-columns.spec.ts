import type { LeadRow } from '@leadlight/contract/leads'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { test } from './support/test.ts'
import { addColumn, listColumns, waitForValues } from './support/workspace-columns.ts'
import { expectShown, openPosts, openTable, toast } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { ProjectCalls } from './support/workspace.ts'

const TOOL = 'Which tool do they use?'

function manager(page: Page): Locator {
  return page.getByRole('dialog', { name: /smart column|^Change/i })
}

async function openManager(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More about this list' }).click()
  await page.getByRole('menuitem', { name: 'Smart columns…' }).click()
  await expect(page.getByRole('dialog', { name: 'Smart columns' })).toBeVisible()
  return manager(page)
}

async function add(page: Page, column: { name: string; prompt: string; isText: boolean; quote: string }) {
  const dialog = await openManager(page)
  await dialog.getByRole('button', { name: 'New column' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(column.name)
  if (column.isText) await dialog.getByRole('radio', { name: 'Text' }).check()
  await dialog.getByRole('textbox', { name: 'Question' }).fill(column.prompt)
  await expect(dialog.getByRole('status').filter({ hasText: column.quote })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add column' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: column.name })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** The table's cells under a heading, by lead. */
async function cellsUnder(page: Page, heading: string): Promise<Record<string, string>> {
  const headings = await page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent))
  const place = headings.findIndex((text) => text.startsWith(heading)) + 1
  return Object.fromEntries(
    await page
      .locator('[data-row-id]')
      .evaluateAll(
        (rows, index) => rows.map((row) => [row.getAttribute('data-row-id'), row.children[index]?.textContent ?? '']),
        place,
      ),
  ) as Record<string, string>
}

/** The expected text of a value, from the API. */
function wordsOf(lead: LeadRow, columnId: string): string {
  const value = lead.smart_column_values.find(({ column_id: id }) => id === columnId)
  if (!value) return '–'
  if (value.state === 'needs_model') return `Needs a model. ${value.why}`
  if (value.state !== 'done') return value.state
  if (value.bool_value !== null) return value.bool_value ? 'Yes' : 'No'
  return value.text_value || '–'
}

async function expectCells(page: Page, calls: ProjectCalls, name: string): Promise<LeadRow[]> {
  await waitForValues(calls)
  const leads = await calls.leads()
  const column = (await listColumns(calls)).find((one) => one.name === name)
  const expected = Object.fromEntries(leads.map((lead) => [lead.id, wordsOf(lead, column?.id ?? '')]))
  await expect.poll(() => cellsUnder(page, name)).toEqual(expected)
  return leads
}

test('a smart column is added at its price, fills by itself, is recomputed and deleted', async ({
  browser,
  workspace,
}) => {
  const { id: projectId } = workspace.projects.Columns
  const calls = createProjectCalls(workspace.rosa, projectId)
  const count = (await calls.leads()).length
  const page = await openTable(browser, workspace.rosa, { projectId })

  await test.step('the price shows first, and values appear without a reload', async () => {
    const quote = `${count} leads · Built-in model`
    await add(page, { name: 'Tool', prompt: TOOL, isText: true, quote })
    const leads = await expectCells(page, calls, 'Tool')
    const said = new Set(Object.values(await cellsUnder(page, 'Tool')))
    expect([...said].filter((words) => ['QuickBooks', 'Xero'].includes(words))).toHaveLength(2)
    expect([...said].some((words) => words.startsWith('Needs a model'))).toBe(true)
    expect(leads).toHaveLength(count)
  })

  await test.step('a question that needs a model says so before and after', async () => {
    await add(page, { name: 'Team size', prompt: 'How many people are they?', isText: true, quote: 'Needs a model' })
    const leads = await expectCells(page, calls, 'Team size')
    const words = Object.values(await cellsUnder(page, 'Team size'))
    expect(words.filter((one) => one.startsWith('Needs a model'))).toHaveLength(leads.length)
  })

  await test.step('the list can be sorted and filtered by it', async () => {
    const leads = await calls.leads()
    const column = (await listColumns(calls)).find(({ name }) => name === 'Tool')
    const xero = leads.filter((lead) => wordsOf(lead, column?.id ?? '') === 'Xero').map(({ id }) => id)
    await page.getByRole('columnheader', { name: /^Tool/ }).getByRole('button').click()
    const first = async () => Object.values(await cellsUnder(page, 'Tool'))[0]
    await expect.poll(first).toBe('QuickBooks')
    await page.getByRole('columnheader', { name: /^Tool/ }).getByRole('button').click()
    await expect.poll(async () => (await cellsUnder(page, 'Tool'))[xero[0] ?? '']).toBe('Xero')
    await page.goto(`${page.url().split('?')[0]}`)
    await page.getByRole('button', { name: /^More( \d+)?$/ }).click()
    await page.getByRole('combobox', { name: 'Tool', exact: true }).click()
    await page.getByRole('option', { name: 'is', exact: true }).click()
    await page.getByLabel('Tool: words').fill('Xero')
    await page.keyboard.press('Escape')
    await expectShown(page, xero)
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  })

  await test.step('a new question recomputes every value', async () => {
    const dialog = await openManager(page)
    await dialog.getByRole('button', { name: 'Change Tool' }).click()
    await dialog.getByRole('textbox', { name: 'Question' }).fill('What language is it written in?')
    await expect(dialog.getByRole('radio', { name: 'Keep them' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Work out all anew' }).check()
    await expect(dialog.getByRole('status').filter({ hasText: 'Built-in model' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save and work out anew' }).click()
    await expect(dialog.getByRole('button', { name: 'Change Tool' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const leads = await expectCells(page, calls, 'Tool')
    const words = Object.values(await cellsUnder(page, 'Tool'))
    expect(words.filter((one) => one === 'German')).toHaveLength(
      leads.filter((lead) => lead.excerpt.text.includes('Rechnung')).length,
    )
    expect(words).toContain('English')
  })

  await test.step('deleting it removes its values', async () => {
    const dialog = await openManager(page)
    await dialog.getByRole('button', { name: 'Delete Team size' }).click()
    await dialog.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Team size is deleted.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('columnheader', { name: /^Team size/ })).toHaveCount(0)
    const leads = await calls.leads()
    expect(leads.flatMap((lead) => lead.smart_column_values)).toHaveLength(leads.length)
  })
  await page.context().close()
})

test('widths and hidden columns of the table are stored', async ({ browser, workspace }) => {
  const calls = createProjectCalls(workspace.rosa, workspace.projects.Columns.id)
  await addColumn(calls, { name: 'Price', prompt: 'Which price does it name?', type: 'text' })
  const page = await openTable(browser, workspace.rosa, { projectId: workspace.projects.Columns.id })
  const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  const widthOf = async (name: string) => Math.round((await heading(name).boundingBox())?.width ?? 0)
  const before = await widthOf('Signals')
  const handle = await page.getByRole('slider', { name: 'Width of Signals' }).locator('..').boundingBox()
  if (!handle) throw new Error('The handle has no place')
  const y = handle.y + handle.height / 2
  await page.mouse.move(handle.x + handle.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(handle.x + handle.width / 2 + 60, y, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => widthOf('Signals')).toBe(before + 60)
  const score = await widthOf('Score')
  await page.getByRole('slider', { name: 'Width of Score' }).focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf('Score')).toBe(score + 12)

  await page.getByRole('button', { name: 'More about this list' }).click()
  const hidden = ['Author', 'Found', 'Price']
  for (const name of hidden) {
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await expect(page.getByRole('menuitemcheckbox', { name, exact: true })).not.toBeChecked()
  }
  await page.keyboard.press('Escape')
  await expect(heading('Posted')).toBeVisible()
  for (const name of hidden) await expect(heading(name)).toHaveCount(0)
  await page.reload()
  await expect(heading('Posted')).toBeVisible()
  for (const name of hidden) await expect(heading(name)).toHaveCount(0)
  await expect.poll(() => widthOf('Signals')).toBe(before + 60)
  expect(await widthOf('Score')).toBe(score + 12)
  await page.getByRole('button', { name: 'More about this list' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Author', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(heading('Author')).toBeVisible()
  await page.context().close()
})

test('a column with a long name leaves its value visible in the list', async ({ browser, workspace }) => {
  const { id: projectId } = workspace.projects.Columns
  const calls = createProjectCalls(workspace.rosa, projectId)
  const name = 'Which bookkeeping or invoicing tool do they use as of today'
  await addColumn(calls, { name, prompt: 'What language is it written in?', type: 'text' })
  await waitForValues(calls)
  const page = await openPosts(browser, workspace.rosa, {
    projectId,
    options: { viewport: { width: 390, height: 844 } },
  })
  const value = page
    .locator('[data-row-id]')
    .first()
    .locator('div', { has: page.getByText(name) })
    .last()
    .locator('dd')
  await expect(value).toHaveText(/^(English|German|Needs a model.*)$/)
  const [inside, row] = [await value.boundingBox(), await page.locator('[data-row-id]').first().boundingBox()]
  expect(inside?.width).toBeGreaterThan(30)
  expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0))
  await page.context().close()
})

test('on a phone, the box, the star and the status of a row take presses 44 px around', async ({
  browser,
  workspace,
}) => {
  const page = await openPosts(browser, workspace.rosa, {
    projectId: workspace.projects.Columns.id,
    options: { viewport: { width: 390, height: 844 }, hasTouch: true },
  })
  // The second row has neighbours on both sides.
  const row = page.locator('[data-row-id]').nth(1)
  for (const target of [
    row.getByRole('checkbox'),
    row.getByRole('button', { name: /^Star|^Take/ }),
    row.getByRole('button', { name: /^Status/ }),
  ]) {
    await expect(target).toBeAttached()
    const reach = await target.evaluate((element) => {
      const owner = element.closest('label') ?? element
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const isHit = (dx: number, dy: number) => owner.contains(document.elementFromPoint(x + dx, y + dy))
      const around = Array.from({ length: 101 }, (_, at) => at - 50)
      return [around.filter((dx) => isHit(dx, 0)).length, around.filter((dy) => isHit(0, dy)).length]
    })
    expect(Math.min(...reach)).toBeGreaterThanOrEqual(44)
  }
  await page.context().close()
})
