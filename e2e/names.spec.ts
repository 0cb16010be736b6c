import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const SAID = 'Last spring our whole team left Quuxandra for a plain spreadsheet, and nobody has looked back since.'

test('a name is watched, its posts become leads that say it, and a list of names is imported', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/signals`)
  await page.getByRole('link', { name: 'Watch a name' }).click()
  const field = page.getByLabel('Names to watch')
  await field.fill('(Quuxandra')
  await expect(page.getByRole('alert')).toContainText('This parenthesis is not closed.')
  await field.fill('Quuxandra OR quuxandra.example NOT jobs')
  await expect(page.getByText('Nobody so far.')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a name to watch')
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Name', level: 1 })).toBeVisible()
  await expect(page.getByText('New posts that have the names become leads as they come.')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a watched name')

  const items = [{ url: 'https://www.linkedin.com/posts/quuxandra-1', text: SAID }]
  await ask(member, `POST /api/v1/sources/${projectId}/posts`, { items })
  await page.goto(`/projects/${projectId}/posts`)
  await expect(page.getByTitle('Quuxandra').first()).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'leads without a score')
  await page.getByText('our whole team left').first().click()
  await expect(pane(page).getByText('It names Quuxandra. The author leaves it or takes it up.')).toBeVisible()
  await expect(pane(page).getByText('Names Quuxandra · Switches from Quuxandra')).toBeVisible()
  await expect(pane(page).locator('mark', { hasText: 'left' }).first()).toBeVisible()

  await page.goto(`/projects/${projectId}/insights`)
  const names = page.getByRole('region', { name: 'Names' })
  await expect(names.getByRole('figure', { name: /^1 mention in/ })).toBeVisible()
  await names.getByRole('button', { name: 'By stance' }).click()
  await names.getByRole('button', { name: 'Show as table: Names' }).click()
  await expect(names.getByRole('columnheader', { name: 'Switches' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'insights of names')

  await page.goto(`/projects/${projectId}/signals/names`)
  await page.getByLabel('A list from another tool').fill('keyword,excluded keywords\nVexilla Corp,jobs\n"""Orbulon",\n')
  await expect(page.getByText('This quotation mark is not closed.')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a list of names')
  await page.getByRole('button', { name: 'Watch 1 name' }).click()
  await expect(page.getByLabel('A list from another tool')).toHaveValue('keyword,excluded keywords\n"""Orbulon",')
  await page.goto(`/projects/${projectId}/signals`)
  await expect(page.getByRole('link', { name: '"Vexilla Corp" NOT "jobs"' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'signals and names')

  await page.goto(`/projects/new/${projectId}/step-4`)
  await expect(page.getByLabel('Names to watch')).toHaveCount(2)
  await page.getByRole('button', { name: 'Watch a name' }).click()
  await page.getByLabel('Names to watch').last().fill('Ostrivane')
  await expect(page.getByText('Nobody so far.')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'names beside signals')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/posts`))
  await page.goto(`/projects/${projectId}/signals`)
  await expect(page.getByRole('link', { name: 'Ostrivane' })).toBeVisible()
  await page.context().close()
})
