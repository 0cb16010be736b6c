import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

test('a picture of webhooks', async ({ browser, installation }) => {
  const { receiver } = installation
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const webhooks = `/api/v1/webhooks/${projectId}`
  const crm = { url: `${receiver.url}/crm`, name: 'Our CRM', events: ['lead.created', 'lead.updated'] }
  const { id } = await ask<{ id: string }>(member, `POST ${webhooks}`, crm)
  await ask(member, `POST ${webhooks}/${id}/test`)
  const watch = { url: `${receiver.url}/watch`, name: 'Night watch', events: ['source.failing', 'source.working'] }
  await ask(member, `POST ${webhooks}`, watch)
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
})
