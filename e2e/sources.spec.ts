import { expect } from '@playwright/test'
import { expectNoViolations, expectNoViolationsAtAllWidths, WIDTHS } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = { text: 'Freelancers asking which invoicing or bookkeeping software to use', days: 2 }

test('a forum is added in the settings and searched, and its health shows', async ({ browser, installation }) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/settings`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Sources' }).click()
  await expect(page).toHaveURL(/\/sources$/)
  await main.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: 'Discourse' }).click()
  await main.getByLabel('Forum').fill('http://10.0.0.1')
  await main.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(main.getByRole('alert')).toContainText('Enter the address of a public one.')
  await expectNoViolations(page, 'a source that cannot be added')
  await main.getByLabel('Forum').fill(installation.forumUrl)
  await main.getByRole('button', { name: 'Add', exact: true }).click()
  const own = main.getByRole('region', { name: 'This project’s own' })
  await expect(own.getByText('A made-up forum')).toBeVisible()
  await expect(own.getByText('Not searched yet')).toBeVisible()

  await searchFor(member, projectId, SIGNAL)
  const [search] = await waitForSearches(member, projectId)
  expect(search?.channels.find(({ platform }) => platform === 'discourse')?.seen).toBeGreaterThan(0)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await page.goto(`/projects/${projectId}/sources`)
    await expect(own.getByText('Working')).toBeVisible()
    await expectNoViolations(page, 'sources')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  await own.getByRole('button', { name: 'Remove A made-up forum' }).click()
  await main.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(own.getByText('A made-up forum')).toHaveCount(0)
  await page.context().close()
})

test('a project’s own key is checked, opens a channel to the next search, and is removed again', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  const open = async () => {
    await page.goto(`/projects/${projectId}/sources`)
    await expect(channel('Product Hunt')).toBeVisible()
  }
  const channels = page.getByRole('region', { name: 'Channels' })
  const channel = (name: string) =>
    channels.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  const productHunt = channel('Product Hunt')
  await open()
  await expect(productHunt.getByText('Not searched: needs a key of yours.')).toBeVisible()
  await productHunt.getByRole('button', { name: 'Add a key to Product Hunt' }).focus()
  await page.keyboard.press('Enter')
  await expect(productHunt.getByLabel('Developer token')).toBeFocused()
  await page.keyboard.type('wrong-token')
  await page.keyboard.press('Enter')
  await expect(productHunt.getByRole('alert')).toContainText('Product Hunt does not accept this developer token')
  await expectNoViolationsAtAllWidths(page, 'a key that is refused')
  await productHunt.getByLabel('Developer token').fill(installation.keyTo('product_hunt'))
  await productHunt.getByRole('button', { name: 'Try and save' }).click()
  await expect(productHunt.getByText(/^Own key …a1b2, set by/)).toBeVisible()
  await expect(productHunt.getByRole('button', { name: 'Replace the key to Product Hunt' })).toBeFocused()

  // Only what is turned on is searched.
  for (const name of ['Hacker News', 'Stack Exchange']) await channel(name).getByRole('switch').click()
  await expect(channels.getByText('Off', { exact: true })).toHaveCount(2)
  await channel('Reddit').getByRole('switch').click()
  await expect(channel('Reddit').getByRole('alertdialog')).toContainText('approves each use')
  await expectNoViolations(page, 'a channel to agree to')
  await channel('Reddit').getByRole('button', { name: 'Agree and turn on' }).click()
  await expect(channel('Reddit').getByText('No key: only the communities')).toBeVisible()

  await searchFor(member, projectId, SIGNAL)
  const [search] = await waitForSearches(member, projectId)
  expect(search?.channels.map(({ platform }) => platform)).toEqual(['product_hunt'])
  expect(search?.channels[0]?.seen).toBeGreaterThan(0)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await open()
    await expect(productHunt.getByText('Working')).toBeVisible()
    await expectNoViolations(page, 'channels')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  await productHunt.getByRole('button', { name: 'Remove the key to Product Hunt' }).click()
  await expectNoViolations(page, 'a key to be removed')
  await productHunt.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(productHunt.getByText('Not searched: needs a key of yours.')).toBeVisible()
  await page.context().close()
})
