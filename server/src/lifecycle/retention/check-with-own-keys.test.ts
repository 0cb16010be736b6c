import { listLeads } from '@leadlight/contract/leads'
import * as contract from '@leadlight/contract/sources'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { keepLead, newPost, retentionOf } from '@leadlight/testing/kept-posts'
import { channelOf, startKeyedFixture, type KeyedProject, type KeyedFixture } from '@leadlight/testing/keyed-fixture'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { until } from '@leadlight/testing/until'
import { checkPosts } from './check-posts.ts'
import { dropOldPosts } from './drop-old-posts.ts'

const HOUR_MS = 3_600_000
const alive = () => new AbortController().signal

let fixture: KeyedFixture
beforeAll(async () => {
  fixture = await startKeyedFixture()
})
beforeEach(() => fixture.clearQuestions())
afterAll(() => fixture.close())

/** Checks X as the job does, moving time on past waits. */
async function check(): Promise<void> {
  const { app } = fixture
  const channels = app.dependencies.matching.channels.filter(({ platform }) => platform === 'x')
  const done = checkPosts(retentionOf(app, { channels }), alive()).then(() => ({ isOver: true }))
  await until(async () => {
    await app.clock.advance(100)
    return Promise.race([done, Promise.resolve(undefined)])
  })
}

/** A project that is searched on X with its own key, and its leads there by their X ids. */
async function searched(): Promise<{ project: KeyedProject; ids: string[] }> {
  const project = await fixture.open()
  await project.org.call(contract.setChannelKey, { params: project.at('x'), body: { fields: fixture.x.key } })
  await fixture.search(project)
  const ask = await openUnfenced(fixture.app.database)
  const rows = await ask<{ external_id: string }>(
    `select external_id from post join lead on lead.post_id = post.id
      where lead.project_id = $1 and post.platform = 'x' and source_deleted_at is null order by external_id`,
    [project.projectId],
  )
  return { project, ids: rows.map((row) => row.external_id) }
}

test('leads of a platform that answers own keys alone are looked up once a day with the key of a project that has them', async () => {
  const { project, ids } = await searched()
  expect(ids.length).toBeGreaterThan(1)
  const other = await mintLeadSite(fixture.app)
  const [gone = ''] = ids
  const shared = newPost(fixture.app, { externalId: gone, platform: 'x', url: `https://x.com/i/status/${gone}` })
  await keepLead(fixture.app, [other], shared)
  const unreachable = newPost(fixture.app, { externalId: '999', platform: 'x', url: 'https://x.com/i/status/999' })
  const { postId } = await keepLead(fixture.app, [other], unreachable)
  fixture.x.remove(gone)
  fixture.clearQuestions()

  await fixture.app.clock.advance(20 * HOUR_MS)
  await check()
  expect(fixture.x.questions).toEqual([])
  await fixture.app.clock.advance(3 * HOUR_MS + 60_000)
  await check()
  expect(fixture.x.questions).toHaveLength(1)
  expect(fixture.x.questions[0]?.url.searchParams.get('ids')?.split(',').toSorted()).toEqual(ids)
  const goneOf = async ({ org, projectId }: Pick<KeyedProject, 'org' | 'projectId'>) =>
    (await org.call(listLeads, { params: { projectId }, query: { limit: '200' } })).items.filter(
      (lead) => lead.source_deleted_at !== null,
    ).length
  expect(await goneOf(project)).toBe(1)
  expect(await goneOf({ org: other.organization, projectId: other.projectId })).toBe(1)
  // Nobody could look it up, which does not prove that it exists.
  const ask = await openUnfenced(fixture.app.database)
  expect(await ask('select from post where id = $1 and gone_at is null and checked_at < now()', [postId])).toHaveLength(
    1,
  )

  fixture.clearQuestions()
  await fixture.app.clock.advance(HOUR_MS)
  await check()
  expect(fixture.x.questions).toEqual([])
})

test('a key that is refused meanwhile shows the error beside it, without the key, and the posts come again', async () => {
  const { project } = await searched()
  const ask = await openUnfenced(fixture.app.database)
  await ask("delete from lead where platform = 'x' and project_id <> $1", [project.projectId])
  await fixture.app.clock.advance(25 * HOUR_MS)
  fixture.x.failNext({ kind: 'status', status: 401, body: '{"title":"Unauthorized"}' })
  fixture.clearQuestions()
  await check()
  expect((await channelOf(project, 'x')).key?.own?.error).toMatch(/^X does not accept this bearer token/u)
  expect(JSON.stringify(fixture.app.log.lines)).not.toContain(fixture.x.key.token)
  await fixture.app.clock.advance(61 * 60_000)
  await check()
  expect((await channelOf(project, 'x')).key?.own?.error).toBeNull()
})

test('where look-ups cost money, a lead whose post is older than a week is looked up once a week', async () => {
  const { project, ids } = await searched()
  const ask = await openUnfenced(fixture.app.database)
  await ask("delete from lead where platform = 'x' and project_id <> $1", [project.projectId])
  const days = async (count: number) => fixture.app.clock.advance(count * 24 * HOUR_MS + 60_000)
  const fiveDaysAgo = new Date(fixture.app.clock.now().getTime() - 5 * 24 * HOUR_MS)
  await ask("update post set posted_at = $1 where platform = 'x'", [fiveDaysAgo])
  const asked = async () => {
    fixture.clearQuestions()
    await check()
    return fixture.x.questions.flatMap(({ url }) => url.searchParams.get('ids')?.split(',') ?? []).toSorted()
  }
  await days(1)
  expect(await asked()).toEqual(ids)
  await days(2)
  expect(await asked()).toEqual([])
  await days(5)
  expect(await asked()).toEqual(ids)
  await days(6)
  expect(await asked()).toEqual([])
})

test('a channel that its project turned off is never asked with its key', async () => {
  const { project } = await searched()
  await project.org.call(contract.setSourceChannel, { params: project.at('x'), body: { on: false } })
  const ask = await openUnfenced(fixture.app.database)
  await ask("delete from lead where platform = 'x' and project_id <> $1", [project.projectId])
  await fixture.app.clock.advance(25 * HOUR_MS)
  fixture.clearQuestions()
  await check()
  expect(fixture.x.questions).toEqual([])
})

test('a post that is nobody’s lead and so cannot be looked up is kept only for the hours the terms give', async () => {
  const { ids } = await searched()
  const ask = await openUnfenced(fixture.app.database)
  const kept = async () => {
    const rows = await ask<{ external_id: string }>(
      `select external_id from post where platform = 'x' and not exists (select from post_lead where post_id = post.id)`,
    )
    return rows.length
  }
  await ask("update post set seen_at = $1 where platform = 'x'", [fixture.app.clock.now()])
  expect(await kept()).toBeGreaterThan(0)
  await fixture.app.clock.advance(23 * HOUR_MS)
  await dropOldPosts(retentionOf(fixture.app), alive())
  expect(await kept()).toBeGreaterThan(0)
  await fixture.app.clock.advance(2 * HOUR_MS)
  await dropOldPosts(retentionOf(fixture.app), alive())
  expect(await kept()).toBe(0)
  const standing = await ask<{ n: string }>('select count(*) as n from post where external_id = any($1)', [ids])
  expect(Number(standing[0]?.n)).toBe(ids.length)
})
