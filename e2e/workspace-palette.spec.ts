import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { pane, rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'
import { openPosts, rowOf, toast } from './support/workspace-screen.ts'
import { createProjectCalls } from './support/workspace.ts'

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
}

/** Types a few letters, and returns what Enter would run. */
async function find(page: Page, letters: string, name: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(letters)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
}

test('screens, lead commands and help are reached by keyboard alone', async ({ browser, workspace }) => {
  const projectId = workspace.projects.Palette.id
  const calls = createProjectCalls(workspace.rosa, projectId)
  const [first, second] = await calls.leads()
  if (!first || !second) throw new Error('There are no leads')
  const page = await openPosts(browser, workspace.rosa, { projectId })
  await expect(rows(page).first()).toBeVisible()
  const pointers = await page.evaluateHandle(() => {
    const seen = { count: 0 }
    document.addEventListener('pointerdown', () => (seen.count += 1), { capture: true })
    return seen
  })

  await test.step('it goes to a screen and back', async () => {
    await find(page, 'team', 'Team')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/org\/team$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
    await find(page, 'posts', 'Posts')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/posts$`))
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('it sets the focused lead’s status, and z undoes that', async () => {
    await page.keyboard.press('j')
    await expect(rowOf(page, first.id).locator('a:focus')).toHaveCount(1)
    await find(page, 'answered', 'Status: Answered')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, first.id).getByRole('button', { name: 'Status: Answered' })).toBeVisible()
    await page.keyboard.press('z')
    await expect(rowOf(page, first.id).getByRole('button', { name: 'Status: none' })).toBeVisible()
    await expect.poll(async () => (await calls.lead(first.id)).status_config_id).toBeNull()
  })

  await test.step('the open lead is starred, then deleted', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/posts/${second.id}$`))
    await expect(pane(page).getByRole('heading', { level: 1 })).toBeVisible()
    await find(page, 'star', 'Star')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await calls.lead(second.id)).starred).toBe(true)
    await openPalette(page)
    await page.keyboard.type('delete')
    await expect(page.getByRole('option', { selected: true })).toContainText('Delete')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Deleted 1 lead')).toBeVisible()
    await expect(rowOf(page, second.id)).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(rowOf(page, second.id)).toBeVisible()
  })

  await test.step('arrow keys move, and Escape returns without running anything', async () => {
    const link = rowOf(page, first.id).locator('a').first()
    await link.focus()
    await openPalette(page)
    const before = await page.getByRole('option', { selected: true }).innerText()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).not.toHaveText(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeHidden()
    await expect(link).toBeFocused()
  })

  await test.step('? lists the shortcuts', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    await help.getByRole('searchbox').focus()
    await page.keyboard.type('undo')
    await expect(help.getByRole('term')).toHaveText(['Undo the last change', 'Undo the last change'])
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page).toHaveURL(/\/org\/projects$/)
  })
  expect((await pointers.jsonValue()).count).toBe(0)
  await page.context().close()
})
