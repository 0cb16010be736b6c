import { expect, test } from '@playwright/test'
import { forumUrl, installationUrl } from './support/addresses.ts'
import { expectNoViolations, WIDTHS } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, untilSearched } from './support/project.ts'

const SIGNAL = { text: 'Freelancers asking which invoicing or bookkeeping software to use', days: 2 }

test('a forum is added in the settings, searched, and its health shown', async ({ browser }) => {
  const member = await createMember()
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto(`${installationUrl()}/projects/${projectId}/settings`)
  await page.getByRole('link', { name: 'Where leads come from' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where leads come from' })
  await dialog.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: 'Discourse' }).click()
  await dialog.getByLabel('Forum').fill('http://10.0.0.1')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter the address of a public one.')
  await expectNoViolations(page, 'a source that cannot be added')
  await dialog.getByLabel('Forum').fill(forumUrl())
  await dialog.getByRole('button', { name: 'Add' }).click()
  const own = dialog.getByRole('region', { name: 'This project’s own' })
  await expect(own.getByText('A made-up forum')).toBeVisible()
  await expect(own.getByText('Not searched yet')).toBeVisible()

  await searchFor(member, projectId, SIGNAL)
  const [search] = await untilSearched(member, projectId)
  expect(search?.channels.find(({ platform }) => platform === 'discourse')?.seen).toBeGreaterThan(0)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await page.goto(`${installationUrl()}/projects/${projectId}/posts?manage=sources`)
    await expect(own.getByText('Working')).toBeVisible()
    await expectNoViolations(page, 'sources')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  await own.getByRole('button', { name: 'Remove A made-up forum' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(own.getByText('A made-up forum')).toHaveCount(0)
  await page.context().close()
})
