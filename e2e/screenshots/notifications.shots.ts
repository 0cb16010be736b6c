import { test } from '@playwright/test'
import { ask, createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { createProject } from '../support/project.ts'
import { take } from './take.ts'

test('a picture of how one is mailed', async ({ browser }) => {
  const member = await createMember()
  await verifyAddress(member.email)
  const projectId = await createProject(member)
  await ask(member.token, `PUT /api/v1/notification-settings/${projectId}`, {
    frequency: 'daily',
    time_zone: 'Europe/Berlin',
    quiet_hours: { from: '22:00', to: '07:00' },
    minimum_score: 45,
  })
  const page = await openAs(browser, member)
  await take({
    name: 'notifications',
    page,
    path: () => `/projects/${projectId}/settings/notifications`,
    ready: (at) => at.getByRole('form', { name: 'Mails' }),
  })
  await page.context().close()
})
