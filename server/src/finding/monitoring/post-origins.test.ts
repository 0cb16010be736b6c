import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIntentSignal, enableMonitoring } from '@leadlight/contract/signals'
import { removeFeed, setSourceChannel } from '@leadlight/contract/sources'
import { ASKED, shuffled, writeAskingPost } from '@leadlight/testing/lead-posts'
import { LISTENED } from '@leadlight/testing/monitored-platforms'
import { startMonitoringDriver, type MonitoringDriver } from '@leadlight/testing/monitoring-driver'
import { BOOKKEEPING, NOW } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { archiveScope } from '../../platform/scopes.ts'

const HOUR_MS = 3_600_000
const START = new Date(Date.parse(NOW) - HOUR_MS)

let driver: MonitoringDriver
beforeAll(async () => {
  const posts = LISTENED.map((platform, place) => {
    const said = ASKED.map((text, index) =>
      writeAskingPost(10 * place + index, {
        text: shuffled(text, `Asked on ${platform} this time:`),
        createdAt: new Date(START.getTime() + 2 * HOUR_MS + index * 60_000),
      }),
    )
    return [platform, said] as const
  })
  driver = await startMonitoringDriver({ posts: new Map(posts), start: START })
})
afterAll(() => driver.close())

async function openListener(org: TestOrganization) {
  const { id: projectId } = await org.project()
  const params = { projectId }
  const { id } = await org.call(createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
  const listener = { org, projectId, organizationId: org.organizationId }
  return { ...listener, monitor: () => org.call(enableMonitoring, { params: { projectId, id }, body: { monthly_credit_budget: 1_000 } }) } // oxfmt-ignore
}

/** For each platform that is not public, the projects its posts were read for. */
async function viewersByPlatform(): Promise<Map<string, string[]>> {
  const { rows } = await driver.app.db.transaction(archiveScope(), (tx) =>
    sql<{ platform: string; projects: string[] }>`
      select platform, array_remove(array_agg(distinct project_id order by project_id), null) as projects
      from post left join post_project on post_id = post.id where not is_public group by platform`.execute(tx),
  )
  return new Map(rows.map(({ platform, projects }) => [platform, projects]))
}

test('what monitoring reads with a key or at an address is for those who listen there, all else for everybody', async () => {
  const one = await openListener(await driver.app.organization())
  const other = await openListener(await driver.app.organization())
  const third = await openListener(await driver.app.organization())
  for (const platform of driver.platforms.keys.keys()) {
    const params = { projectId: one.projectId, platform }
    await one.org.call(setSourceChannel, { params, body: { on: true, agreed: true } })
    await driver.setKey(one.org, one.projectId, platform)
  }
  for (const platform of driver.platforms.sources.keys()) await driver.addSource(one.org, one.projectId, platform)
  const shared = await driver.addSource(other.org, other.projectId, 'feed')
  for (const listener of [one, other, third]) {
    await listener.monitor()
    await driver.listen(listener)
  }
  await driver.passUntil(new Date(START.getTime() + 4 * HOUR_MS))
  const both = [one.projectId, other.projectId].toSorted()
  expect(await viewersByPlatform()).toEqual(
    new Map([
      ['discourse', [one.projectId]],
      ['feed', both],
      ['lemmy', [one.projectId]],
      ['mastodon', [one.projectId]],
      ['product_hunt', [one.projectId]],
      ['reddit', [one.projectId]],
      ['x', [one.projectId]],
      ['youtube', [one.projectId]],
    ]),
  )
  const params = { projectId: other.projectId, id: shared?.id ?? '' }
  await other.org.call(removeFeed, { params })
  expect((await viewersByPlatform()).get('feed')).toEqual(both)
})
