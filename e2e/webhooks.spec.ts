import { expect } from '@playwright/test'
import { Webhook as Verifier } from 'standardwebhooks'
import { expectNoViolationsAtAllWidths } from './support/axe.ts'
import { createMember, openAs } from './support/member.ts'
import { createProject, searchFor, waitForSearches } from './support/project.ts'
import { test } from './support/test.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

test('a webhook is added, tested and called for new leads, and shows payloads and responses', async ({
  browser,
  installation,
}) => {
  const { receiver } = installation
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/settings/notifications`)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill('http://127.0.0.1/hook')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('alert')).toContainText('127.0.0.1')
  await page.getByLabel('Address').fill(`${receiver.url}/hook`)
  await page.getByLabel('Name').fill('Our CRM')
  await page.getByRole('checkbox', { name: 'Search finished' }).check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await page.getByRole('dialog', { name: 'The signing secret' }).locator('code').innerText()
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await page.getByRole('button', { name: 'Test Our CRM' }).click()
  await expect(page.getByText('Our CRM took the test and answered 200.')).toBeVisible()

  receiver.failNext({ kind: 'status', status: 500 })
  await searchFor(member, projectId, { text: SIGNAL, days: 365 })
  const [search] = await waitForSearches(member, projectId)
  expect(search?.kept).toBeGreaterThan(0)
  const types = () => new Set(receiver.questions.map(({ body }) => (JSON.parse(body) as { type: string }).type))
  await expect.poll(types).toEqual(new Set(['webhook.test', 'lead.created', 'search.finished']))
  for (const { body, headers } of receiver.questions) {
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      data: { project_id: projectId },
    })
  }

  await page.getByRole('button', { name: 'Deliveries of Our CRM' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deliveries of Our CRM' })
  await dialog
    .getByRole('button', { name: /^New lead/ })
    .first()
    .click()
  await expect(dialog.getByLabel('What was sent')).toContainText('"lead.created"')
  await expectNoViolationsAtAllWidths(page, 'webhook deliveries')
  await page.keyboard.press('Escape')
  await expectNoViolationsAtAllWidths(page, 'webhooks')
  await page.context().close()
})
