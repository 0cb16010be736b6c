import { expect } from '@playwright/test'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { ask, createMember, openAs } from './support/member.ts'
import { pane } from './support/posts-screen.ts'
import { createProject } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'
const ASKS =
  'Which invoicing software do freelancers here use? I bill three clients a month and my template keeps breaking.'
const ADDRESS = 'https://www.linkedin.com/posts/made-up-1'

test('a post that somebody read elsewhere becomes a lead, and is known when it is brought again', async ({
  browser,
  installation,
}) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await ask(member, `POST /api/v1/intent_signals/${projectId}`, { intent_signal: SIGNAL })
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/sources`)
  const form = page.getByRole('region', { name: 'A post you read elsewhere' })
  await form.getByLabel('Address of the post').fill(ADDRESS)
  await form.getByLabel('Its words').fill(ASKS)
  await form.getByLabel('Who wrote it, if you like').fill('Rosa Lind')
  await form.getByRole('button', { name: 'Judge it' }).click()
  await expect(form.getByText(/^It is a lead\./)).toBeVisible()
  await expectNoViolationsAtAllWidths(page, 'a post brought in')
  await form.getByRole('link', { name: 'Open the lead' }).click()
  await expect(page).toHaveURL(/\/posts\/[\w-]+/)
  await expect(pane(page).getByText('linkedin.com').first()).toBeVisible()

  // As the bookmark leads there.
  await page.goto(`/add?url=${encodeURIComponent(`${ADDRESS}?trk=feed`)}&text=${encodeURIComponent(ASKS)}`)
  await expect(page.getByLabel('Its words')).toHaveValue(ASKS)
  await expectNoViolationsAtAllWidths(page, 'a post to add')
  await page.getByRole('button', { name: 'Judge it' }).click()
  await expect(page.getByText('This project has it already.')).toBeVisible()
  await page.context().close()
})
