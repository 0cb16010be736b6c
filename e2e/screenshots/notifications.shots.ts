import { test } from '@playwright/test'
import { startSmtpDouble } from '@leadlight/server/testing/doubles/smtp-double'
import type { SmtpDouble } from '@leadlight/server/testing/doubles/smtp-double'
import { startInstallation } from '../support/installation.ts'
import type { Installation } from '../support/installation.ts'
import { verifyBySmtp } from '../support/mailed.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { take } from './take.ts'

let installation: Installation
let smtp: SmtpDouble
let usualUrl: string | undefined

// One without a mail server says that it sends none.
test.beforeAll(async () => {
  test.setTimeout(120_000)
  smtp = await startSmtpDouble()
  installation = await startInstallation([], () => Promise.resolve({ SMTP_URL: smtp.url }))
  usualUrl = process.env['LEADLIGHT_URL']
  process.env['LEADLIGHT_URL'] = installation.url
})
test.afterAll(async () => {
  if (usualUrl !== undefined) process.env['LEADLIGHT_URL'] = usualUrl
  await installation.stop()
  await smtp.close()
})

test('a picture of how one is mailed', async ({ browser }) => {
  const member = await createMember()
  await verifyBySmtp(smtp, member)
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
