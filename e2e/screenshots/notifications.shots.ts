import { verifyBySmtp } from '../support/mailed.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

// The default installation has no mail server and says so.
test('a picture of the mail settings', async ({ browser, hosted }) => {
  const member = await createMember(hosted)
  await verifyBySmtp(hosted.smtp, member)
  const projectId = await createProject(member)
  await ask(member, `PUT /api/v1/notification-settings/${projectId}`, {
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
