import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startSlackDouble } from '@leadlight/testing/doubles/slack/slack-double'
import { usualTeam, type DoubleTeam } from '@leadlight/testing/doubles/slack/workspaces'
import { startInstallation } from '../support/installation.ts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { copyDatabase } from '../support/run.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

test('a picture of Slack', async ({ browser }) => {
  const slack = await startSlackDouble({ teams: [usualTeam(), largeTeam()] })
  const installation = await startInstallation({ ...(await copyDatabase()), variables: () => slack.environment })
  const member = await createMember(installation)
  const projectId = await createProject(member)
  const base = `/api/v1/slack/${projectId}`
  const { authorization_url: url } = await ask<{ authorization_url: string }>(member, `POST ${base}/connect`)
  const back = slack.allow(url, 'T0MARBLE').toString()
  await ask(member, `GET /api/v1/slack/oauth-callback?${back}`)
  await ask(member, `POST ${base}/update-channel?channel_id=C0GENERAL&channel_name=general`)
  const rule = { channel_id: 'C0LEADS', channel_name: 'leads', minimum_score: 68 }
  await ask(member, `POST ${base}/channel_configs`, rule)
  await ask(member, `POST ${base}/test`, { channel_id: 'C0LEADS' })
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
  const { authorization_url: large } = await ask<{ authorization_url: string }>(member, `POST ${base}/connect`)
  await ask(member, `GET /api/v1/slack/oauth-callback?${slack.allow(large, 'T0LARGE').toString()}`)
  await take({
    name: 'slack-search',
    page,
    path: () => `/projects/${projectId}/settings/notifications`,
    ready: (at) => at.getByText('Larkbill Group'),
    prepare: findChannel,
  })
  await page.context().close()
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
