import { expect } from '@playwright/test'
import { expectNoViolations, expectNoViolationsAtAllWidths } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { rows } from './support/posts-screen.ts'
import { test } from './support/test.ts'

// It finds few enough leads for a message each.
const SIGNAL = 'Freelancers who struggle to get their invoices paid on time'
const CHANNEL = 'C0LEADS'

test('Slack is connected and notified of new leads, and a status chosen there shows on the open page', async ({
  browser,
  installation,
}) => {
  const { slack } = installation
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  const settings = `/projects/${projectId}/settings/notifications`

  await page.goto(settings)
  await page.getByRole('button', { name: 'Connect Slack' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('It was called off in Slack. Nothing has changed.')).toBeVisible()
  await expectNoViolations(page, 'a way to Slack that was called off')

  await page.goto(settings)
  await page.getByRole('button', { name: 'Connect Slack' }).click()
  await page.getByRole('button', { name: 'Allow for Marble Books' }).click()
  await expect(page.getByText('Slack is connected: Marble Books.')).toBeVisible()
  await expectNoViolations(page, 'the way back from Slack')
  await page.getByRole('link', { name: 'Choose channels' }).click()

  await page.getByRole('button', { name: 'Add a rule for a channel' }).click()
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: '#leads' }).click()
  await expectNoViolations(page, 'a rule for a channel')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('heading', { name: '#leads' })).toBeVisible()
  await page.getByRole('button', { name: 'Test #leads' }).click()
  await expect(page.getByText('A test was sent to #leads.')).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'Slack connected')

  await searchFor(member, projectId, { text: SIGNAL, days: 365 })
  const [search] = await waitForSearches(member, projectId)
  expect(search?.kept).toBeGreaterThan(0)
  const channel = slack.teams[0]?.channel(CHANNEL)
  if (!channel) throw new Error('Slack has no workspace.')
  await expect.poll(() => channel.messages.length).toBe((search?.kept ?? 0) + 1)

  await page.goto(`/projects/${projectId}/posts`)
  const message = channel.messages.at(-1)
  const title = /^\w+ lead \(\d+\): (.+)$/.exec(message?.text ?? '')?.[1] ?? ''
  const row = rows(page)
    .filter({ hasText: title.replaceAll('&amp;', '&') })
    .first()
  await expect(row).toBeVisible()
  const inSlack = await page.context().newPage()
  await inSlack.goto(`${slack.url}/channel/T0MARBLE/${CHANNEL}`)
  const article = inSlack.locator(`article[id="${message?.ts ?? ''}"]`)
  await article.getByRole('combobox', { name: 'Status' }).selectOption({ index: 1 })
  // The app then updates the message.
  const shownStatus = () => /Status: ([^·"]+) ·/.exec(JSON.stringify(message?.blocks))?.[1]
  await expect.poll(shownStatus).toBeDefined()
  const status = shownStatus() ?? ''
  await expect(row).toContainText(status)
  await page.context().close()
})

test('a workspace that removes the app says so in the settings, and Slack is disconnected', async ({
  browser,
  installation,
}) => {
  const { slack } = installation
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/settings/notifications`)
  await page.getByRole('button', { name: 'Connect Slack' }).click()
  await page.getByRole('button', { name: 'Allow for Marble Books' }).click()
  await page.getByRole('link', { name: 'Choose channels' }).click()
  await page.getByRole('button', { name: 'Choose a channel' }).click()
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: '#sales' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  slack.uninstall('T0MARBLE')
  await page.getByRole('button', { name: 'Test #sales' }).click()
  await expect(page.getByText(/Somebody took back in Slack what was allowed/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect again' })).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'Slack stopped')
  await page.getByRole('button', { name: 'Disconnect Marble Books' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('Not connected with Slack')).toBeVisible()
  await page.context().close()
})
