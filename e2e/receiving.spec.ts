import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'
const ASKS =
  'Which invoicing software do freelancers here use? I bill three clients a month and my template keeps breaking.'

test('what a tool sends to an address of the project becomes a lead that says so', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await ask(member, `POST /api/v1/intent_signals/${projectId}`, { intent_signal: SIGNAL })
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/sources`)
  const region = page.getByRole('region', { name: 'What other tools find' })
  await region.getByLabel('What sends to it').fill('Octolens')
  await region.getByRole('button', { name: 'Make an address' }).click()
  const url = (await region.locator('code').textContent()) ?? ''
  expect(url).toMatch(/\/in\/[a-z2-7]{32}$/u)
  await expectNoViolationsAtAllWidths(page, 'a receiving address')
  await region.getByRole('button', { name: 'I have kept it' }).click()

  const data = {
    title: 'Invoicing',
    body: ASKS,
    url: 'https://www.reddit.com/r/freelance/comments/1/invoicing',
    author: 'rosa',
  }
  const sent = await fetch(new URL(new URL(url).pathname, page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'mention_created', data }),
  })
  expect([sent.status, await sent.json()]).toEqual([
    202,
    { sender: 'Octolens', taken: 1, duplicates: 0, kept_out: 0, shortened: 0, left_out: [] },
  ])
  await expect(async () => {
    await page.reload()
    await expect(region.getByText(/^1 post received, 1 of them a lead/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectNoViolationsAtAllWidths(page, 'an address at which posts arrived')
  await page.goto(`/projects/${projectId}/posts`)
  await page.getByRole('link', { name: 'Invoicing', exact: true }).click()
  await pane(page).getByRole('button', { name: 'History' }).click()
  await expect(pane(page).getByText('Received at Octolens')).toBeVisible()

  await page.goto(`/projects/${projectId}/sources`)
  await region.getByRole('button', { name: 'Revoke Octolens' }).click()
  await region.getByRole('button', { name: 'Revoke it' }).click()
  await expect(region.getByText('Octolens', { exact: true })).toHaveCount(0)
  await page.context().close()
})
