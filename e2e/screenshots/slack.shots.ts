import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startSlackDouble } from '@leadlight/server/testing/doubles/slack/slack-double'
import { usualTeam, type DoubleTeam } from '@leadlight/server/testing/doubles/slack/workspaces'
import { startInstallation } from '../support/installation.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { take } from './take.ts'

test('a picture of Slack', async ({ browser }) => {
  const slack = await startSlackDouble({ teams: [usualTeam(), largeTeam()] })
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
  const { authorization_url: large } = await ask<{ authorization_url: string }>(member.token, `POST ${base}/connect`)
  await ask(member.token, `GET /api/v1/slack/oauth-callback?${slack.allow(large, 'T0LARGE').toString()}`)
  await take({
    name: 'slack-search',
    page,
    path: () => `/projects/${projectId}/settings/notifications`,
    ready: (at) => at.getByText('Larkbill Group'),
    prepare: findChannel,
  })
  await page.context().close()
  process.env['LEADLIGHT_URL'] = usualUrl
  await installation.stop()
  await slack.close()
})

/** A workspace with more channels than are listed. */
function largeTeam(): DoubleTeam {
  const team = usualTeam('T0LARGE', 'Larkbill Group')
  for (let n = 1; n <= 2_100; n += 1) team.addChannel(`C${10_000 + n}`, `project-${n}`)
  team.addChannel('C0NORTH', 'sales-north')
  team.addChannel('C0SOUTH', 'sales-south')
  return team
}

async function findChannel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule for a channel' }).click()
  await page.getByLabel('Find another by its name').fill('sales')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText(/is chosen|in their name/)).toBeVisible()
}
