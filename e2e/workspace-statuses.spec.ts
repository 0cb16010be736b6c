import type { Status } from '@leadlight/contract/statuses'
import { expect } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'
import { ask } from './support/member.ts'
import { test } from './support/test.ts'
import { openPosts, rowOf, toast } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'
import type { Workspace } from './support/workspace.ts'

const SETS = [
  {
    tab: 'Leads',
    path: (projectId: string) => `/api/v1/lead-status-configs/project/${projectId}`,
    names: ['To answer', 'Answered', 'Talking', 'Won', 'Not a fit'],
  },
  {
    tab: 'People and companies',
    path: (projectId: string) => `/api/v1/prospects/prospect-lead-status-configs/project/${projectId}`,
    names: ['To contact', 'Contacted', 'Talking', 'Customer', 'Not a fit'],
  },
] as const

const PAST_MIDDLE_PX = 4

async function openManager(page: Page, tab: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Statuses' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('tab', { name: tab }).click()
  await expect(dialog.getByRole('list', { name: 'Statuses' })).toBeVisible()
  return dialog
}

async function open(browser: Browser, { rosa, projects }: Workspace, tab: string) {
  const page = await openPosts(browser, rosa, { projectId: projects.Statuses.id })
  await page.getByRole('button', { name: 'More about this list' }).click()
  await page.getByRole('menuitem', { name: 'Edit statuses…' }).click()
  return { page, dialog: await openManager(page, tab) }
}

function shownNames(dialog: Locator): Promise<string[]> {
  return dialog
    .getByRole('textbox', { name: /^Name of/ })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
}

/** Drags a row by its handle onto another, a little past its middle. */
async function drag(page: Page, dialog: Locator, { name, onto }: { name: string; onto: string }): Promise<void> {
  const from = await dialog.getByRole('button', { name: `Move ${name}`, exact: true }).boundingBox()
  const to = await dialog.getByRole('button', { name: `Move ${onto}`, exact: true }).boundingBox()
  if (!from || !to) throw new Error('The rows have no place')
  const x = from.x + from.width / 2
  await page.mouse.move(x, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, to.y + to.height / 2 + Math.sign(to.y - from.y) * PAST_MIDDLE_PX, { steps: 8 })
  await page.mouse.up()
}

for (const { tab, path, names } of SETS) {
  test(`the set of ${tab.toLowerCase()} is added to, renamed, recoloured, reordered and shortened`, async ({
    browser,
    workspace,
  }) => {
    const kept = () =>
      ask<Status[]>(workspace.rosa, `GET ${path(workspace.projects.Statuses.id)}`).then((statuses) =>
        statuses.map(({ name, color }) => `${name}, ${color}`),
      )
    const keptNames = () => kept().then((all) => all.map((one) => one.split(', ')[0]))
    const { page, dialog } = await open(browser, workspace, tab)
    const expectOrder = async (expected: readonly string[]) => {
      await expect.poll(() => shownNames(dialog)).toEqual(expected)
      await expect.poll(keptNames).toEqual(expected)
    }
    await expectOrder(names)

    await dialog.getByRole('textbox', { name: 'New status' }).fill('Waiting')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expectOrder([...names, 'Waiting'])
    await dialog.getByRole('textbox', { name: 'New status' }).fill('waiting')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'New status' })).toHaveValue('waiting')
    await dialog.getByRole('textbox', { name: 'New status' }).fill('')

    await dialog.getByRole('textbox', { name: 'Name of Waiting' }).fill('On hold')
    await page.keyboard.press('Enter')
    await expectOrder([...names, 'On hold'])
    await dialog.getByRole('button', { name: /^Color of On hold/ }).click()
    await page.getByText('Pink', { exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Color of On hold: Pink' })).toBeVisible()
    await expect.poll(async () => (await kept()).at(-1)).toBe('On hold, pink')

    const [first, second, third, fourth, fifth] = names
    await drag(page, dialog, { name: 'On hold', onto: second })
    await expectOrder([first, 'On hold', second, third, fourth, fifth])
    await drag(page, dialog, { name: first, onto: third })
    await expectOrder(['On hold', second, third, first, fourth, fifth])

    await dialog.getByRole('button', { name: `Move ${fifth}` }).focus()
    for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await expectOrder(['On hold', second, third, fifth, first, fourth])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expectOrder(['On hold', second, third, fifth, first, fourth])

    await dialog.getByRole('button', { name: `Delete ${second}` }).click()
    await dialog.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, `${second} is deleted.`)).toBeVisible()
    await expectOrder(['On hold', third, fifth, first, fourth])

    await page.reload()
    await openManager(page, tab)
    await expectOrder(['On hold', third, fifth, first, fourth])
    await expect(dialog.getByRole('button', { name: 'Color of On hold: Pink' })).toBeVisible()
    await page.context().close()
  })
}

test('leads show that their status was renamed and deleted', async ({ browser, workspace }) => {
  const calls = createProjectCalls(workspace.rosa, workspace.projects.Statuses.id)
  const [lead] = await calls.leads()
  const status = (await calls.statuses()).at(-1)
  if (!lead || !status) throw new Error('There is no lead or no status')
  await calls.setStatus([lead.id], status.id)
  const { page, dialog } = await open(browser, workspace, 'Leads')
  await expect(dialog.getByText('1 lead', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: `Name of ${status.name}` }).fill('Customer')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Name of Customer' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, lead.id).getByRole('button', { name: 'Status: Customer' })).toBeVisible()

  await page.getByRole('button', { name: 'More about this list' }).click()
  await page.getByRole('menuitem', { name: 'Edit statuses…' }).click()
  await dialog.getByRole('button', { name: 'Delete Customer' }).click()
  await expect(dialog.getByRole('alertdialog')).toContainText('1 lead is left without a status.')
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Customer is deleted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, lead.id).getByRole('button', { name: 'Status: none' })).toBeVisible()
  expect((await calls.lead(lead.id)).status_config_id).toBeNull()
  await page.context().close()
})
