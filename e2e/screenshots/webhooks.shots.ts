import { test } from '@playwright/test'
import { startReceiverDouble } from '@leadlight/server/testing/doubles/receiver-double'
import { startInstallation } from '../support/installation.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { take } from './take.ts'

test('a picture of webhooks', async ({ browser }) => {
  const receiver = await startReceiverDouble()
  const installation = await startInstallation([], () => Promise.resolve({ OUTBOUND_ALLOW: receiver.hostAndPort }))
  const usualUrl = process.env['LEADLIGHT_URL']
  process.env['LEADLIGHT_URL'] = installation.url
  const member = await createMember()
  const projectId = await createProject(member)
  const webhooks = `/api/v1/webhooks/${projectId}`
  const crm = { url: `${receiver.url}/crm`, name: 'Our CRM', events: ['lead.created', 'lead.updated'] }
  const { id } = await ask<{ id: string }>(member.token, `POST ${webhooks}`, crm)
  await ask(member.token, `POST ${webhooks}/${id}/test`)
  const watch = { url: `${receiver.url}/watch`, name: 'Night watch', events: ['source.failing', 'source.working'] }
  await ask(member.token, `POST ${webhooks}`, watch)
  const page = await openAs(browser, member)
  await take({
    name: 'webhooks',
    page,
    path: () => `/projects/${projectId}/settings/notifications`,
    ready: (at) => at.getByText(/^Last delivered/),
    prepare: (at) =>
      at.getByRole('region', { name: 'Webhooks' }).evaluate((region) => region.scrollIntoView({ block: 'center' })),
  })
  await page.context().close()
  process.env['LEADLIGHT_URL'] = usualUrl
  await installation.stop()
  await receiver.close()
})
