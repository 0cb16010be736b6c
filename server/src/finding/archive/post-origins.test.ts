// Also on the embedded database: row-level security and triggers note who sees a post.
import { createIntentSignal, listSearches, previewSignal, runSearch } from '@leadlight/contract/signals'
import { setSourceChannel } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LISTENED, type Listened } from '@leadlight/testing/monitored-platforms'
import { startOriginFixture, WAYS, type Way } from '@leadlight/testing/origin-fixture'
import { BOOKKEEPING } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import type { ProjectIds } from '../../platform/actor.ts'
import { installationScope } from '../../platform/scopes.ts'

type Fixture = Awaited<ReturnType<typeof startOriginFixture>>
type Project = ProjectIds & { org: TestOrganization }

/** Read by the installation for everybody, or by anybody without a key. */
const OPEN: readonly Listened[] = ['hacker_news', 'stack_exchange', 'bluesky', 'dev']
/** Read at addresses that somebody typed, or with a project's own key. */
const OWN = LISTENED.filter((platform) => !OPEN.includes(platform))

let fixture: Fixture
let owner: Project
let sibling: Project
let stranger: Project
beforeAll(async () => {
  fixture = await startOriginFixture()
  owner = await openProject(await fixture.app.organization())
  sibling = await openProject(owner.org)
  stranger = await openProject(await fixture.app.organization())
  for (const platform of LISTENED) await fixture.equip(owner.org, owner.projectId, platform)
  await search(owner)
  await fixture.hasten(until(async () => (await fixture.seenBy(owner, 'archive')).length >= LISTENED.length))
})
afterAll(() => fixture.close())

async function openProject(org: TestOrganization): Promise<Project> {
  const { id: projectId } = await org.project()
  return { org, organizationId: org.organizationId, projectId }
}

async function search({ org, projectId }: Project, wording = BOOKKEEPING): Promise<void> {
  const params = { projectId }
  const body = { intent_signal: wording, search_days: 30 }
  const signal = await org.call(createIntentSignal, { params, body })
  const { search_id: searchId } = await org.call(runSearch, { params: { projectId, id: signal.id } })
  await fixture.hasten(
    until(async () => {
      const searches = await org.call(listSearches, { params })
      return searches.some(({ id, finished_at }) => id === searchId && finished_at !== null)
    }),
  )
}

describe.each(WAYS)('in %s', (way: Way) => {
  test.each(OWN)('what a project read on %s with its own key or address reaches it alone', async (platform) => {
    expect(await fixture.seenBy(owner, way)).toContain(platform)
    expect(await fixture.seenBy(sibling, way)).not.toContain(platform)
    expect(await fixture.seenBy(stranger, way)).not.toContain(platform)
  })

  test.each(OPEN)('what is read on %s reaches every project', async (platform) => {
    for (const project of [owner, sibling, stranger]) expect(await fixture.seenBy(project, way)).toContain(platform)
  })
})

test('a preview counts what everybody sees, and what it reads for everybody is everybody’s from then on', async () => {
  const params = { projectId: stranger.projectId }
  const body = { intent_signal: BOOKKEEPING, search_days: 30 }
  const preview = await fixture.hasten(stranger.org.call(previewSignal, { params, body }))
  const { rows } = await fixture.app.db.transaction(installationScope(), (tx) =>
    sql<{ platform: string; posts: number }>`
      select platform, count(*)::integer as posts from post where is_public group by platform order by platform`.execute(
      tx,
    ),
  )
  expect(preview.seen).toBe(rows.reduce((sum, { posts }) => sum + posts, 0))
  // The installation has a key to GitHub, where the owner had read with their own.
  expect(rows.map(({ platform }) => platform)).toEqual([...OPEN, 'github'].toSorted())
  await fixture.hasten(until(async () => (await fixture.seenBy(sibling, 'archive')).includes('github')))
})

test('what was read for everybody does not turn private when a project reads it with its own key', async () => {
  await search(owner, 'Freelancers asking which invoicing or bookkeeping software to buy')
  await fixture.app.clock.advance(60_000)
  for (const way of WAYS) expect(await fixture.seenBy(stranger, way)).toEqual([...OPEN, 'github'].toSorted())
})

test('a platform that a project has turned off is left out, whoever read it', async () => {
  const params = { projectId: sibling.projectId, platform: 'hacker_news' }
  await sibling.org.call(setSourceChannel, { params, body: { on: false } })
  expect(await fixture.seenBy(sibling, 'archive')).toEqual(['bluesky', 'dev', 'github', 'stack_exchange'])
  expect(await fixture.seenBy(stranger, 'archive')).toContain('hacker_news')
})
