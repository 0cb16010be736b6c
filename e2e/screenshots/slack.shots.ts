import { test } from '@playwright/test'
import { startSlackDouble } from '@leadlight/server/testing/doubles/slack/slack-double'
import { startInstallation } from '../support/installation.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { take } from './take.ts'

test('a picture of Slack', async ({ browser }) => {
  const slack = await startSlackDouble()
  const installation = await startInstallation([], () => Promise.resolve(slack.environment))
  const usualUrl = process.env['LEADLIGHT_URL']
  process.env['LEADLIGHT_URL'] = installation.url
  const member = await createMember()
  const projectId = await createProject(member)
  const base = `/api/v1/slack/${projectId}`
  const { authorization_url: url } = await ask<{ authorization_url: string }>(member.token, `POST ${base}/connect`)
  const back = slack.allow(url, 'T0MARBLE').toString()
  await ask(member.token, `GET /api/v1/slack/oauth-callback?${back}`)
  await ask(member.token, `POST ${base}/update-channel?channel_id=C0GENERAL&channel_name=general`)
  const rule = { channel_id: 'C0LEADS', channel_name: 'leads', minimum_score: 68 }
  await ask(member.token, `POST ${base}/channel_configs`, rule)
  await ask(member.token, `POST ${base}/test`, { channel_id: 'C0LEADS' })
  const page = await openAs(browser, member)
  await take({
    name: 'slack',
    page,
    path: () => `/projects/${projectId}/settings/notifications`,
    ready: (at) => at.getByRole('heading', { name: '#leads' }),
    prepare: (at) =>
      at
        .getByRole('region', { name: 'Slack', exact: true })
        .evaluate((region) => region.scrollIntoView({ block: 'center' })),
  })
  await page.context().close()
  process.env['LEADLIGHT_URL'] = usualUrl
  await installation.stop()
  await slack.close()
})
