import { expect } from '@playwright/test'
import { expectNoViolations, expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = { text: 'Freelancers asking which invoicing or bookkeeping software to use', days: 365 }

test('tenders are turned on by somebody who agrees, searched, and show their deadline and budget', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/sources`)
  const channels = page.getByRole('region', { name: 'Channels' })
  const ted = channels.getByRole('listitem').filter({ has: page.getByText('EU tenders (TED)', { exact: true }) })
  await ted.getByRole('switch').click()
  await expect(ted.getByRole('alertdialog')).toContainText('public buyers')
  await expectNoViolations(page, 'tenders to agree to')
  await ted.getByRole('button', { name: 'Agree and turn on' }).click()
  await expect(ted.getByText('Not searched yet')).toBeVisible()

  // Elsewhere the same posts were written, and of copies the first that is judged is the lead.
  for (const platform of ['hacker_news', 'stack_exchange'])
    await ask(member, `PUT /api/v1/sources/${projectId}/channels/${platform}`, { on: false })
  await searchFor(member, projectId, SIGNAL)
  const [search] = await waitForSearches(member, projectId)
  expect(search?.channels.find(({ platform }) => platform === 'ted')?.seen).toBeGreaterThan(0)
  await page.reload()
  await expect(ted.getByText('Working')).toBeVisible()

  await page.goto(`/projects/${projectId}/posts?data_source_filters=ted`)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(pane(page).getByText(/^Deadline \d{1,2} \w{3} 20\d\d$/u)).toBeVisible()
  await expect(pane(page).getByText(/^Budget €\d\d,\d{3}$/u)).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a tender')
  await page.context().close()
})
