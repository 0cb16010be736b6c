// Also on the embedded database: a journey of this slice.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel } from '../../channels/channel.ts'
import { setSignalDeleted } from '../../core/signals/signals.ts'
import { noteLabels } from '../../finding/learning/note-labels.ts'
import { recordCoverage } from '../../finding/sources/record-coverage.ts'
import { openUnfenced, type Ask } from '@leadlight/testing/open-unfenced'
import { dyingRetention, keepLead, keepPosts, newPost, retentionOf, seePosts } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { retentionScope } from '../../platform/scopes.ts'
import { dropLeftovers } from './drop-leftovers.ts'
import { dropOldPosts } from './drop-old-posts.ts'
import { eraseDeletedPosts } from './erase-deleted-posts.ts'
import { selectDue } from './retention-store.ts'

const DAY_MS = 24 * 3_600_000
const alive = () => new AbortController().signal

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function known(ask: Ask, prefix: string): Promise<string[]> {
  const rows = await ask<{ external_id: string }>(
    'select external_id from post where external_id like $1 order by external_id',
    [`${prefix}-%`],
  )
  return rows.map((row) => row.external_id)
}

const keep = (site: LeadSite, ...externalIds: string[]) =>
  keepPosts(app, site, externalIds.map((externalId) => newPost(app, { externalId }))) // oxfmt-ignore

test('a post that nobody needs is dropped 90 days after it was last seen, with its judgements', async () => {
  const site = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  const [old = '', seenByOpen = ''] = await keep(site, 'old-a', 'old-open', 'old-again')
  await keepLead(app, [site], newPost(app, { externalId: 'old-lead' }))
  await seePosts(app, site, { postIds: [old], state: 'done' })
  const search = await seePosts(app, await mintLeadSite(app), { postIds: [seenByOpen], state: 'running' })
  await app.clock.advance(60 * DAY_MS)
  await keep(site, 'old-again', 'old-young')
  await app.clock.advance(31 * DAY_MS)

  expect(await dropOldPosts(retentionOf(app), alive())).toBe(1)
  expect(await known(ask, 'old')).toEqual(['old-again', 'old-lead', 'old-open', 'old-young'])
  expect(await ask('select from judgement where post_id = $1', [old])).toEqual([])
  expect(await ask('select from search_candidate where post_id = $1', [old])).toEqual([])

  await ask("update search set state = 'stopped', finished_at = $2 where id = $1", [search, app.clock.now()])
  await app.clock.advance(31 * DAY_MS)
  expect(await dropOldPosts(retentionOf(app), alive())).toBe(1)
  expect(await known(ask, 'old')).toEqual(['old-again', 'old-lead', 'old-young'])
  await ask("delete from lead where post_id in (select id from post where external_id = 'old-lead')")
  await dropOldPosts(retentionOf(app), alive())
  expect(await known(ask, 'old')).toEqual(['old-again', 'old-young'])
})

test('a platform’s terms may shorten the time, and 0 days keep posts for good', async () => {
  const site = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  await keepPosts(app, site, [
    newPost(app, { externalId: 'terms-short', platform: 'youtube' }),
    newPost(app, { externalId: 'terms-long', platform: 'hacker_news' }),
  ])
  await app.clock.advance(31 * DAY_MS)
  const [some] = app.dependencies.matching.channels
  const youtube: Channel = { ...some!, platform: 'youtube', rules: { ...some!.rules, keepDays: 30 } }
  await dropOldPosts(retentionOf(app, { channels: [youtube] }), alive())
  expect(await known(ask, 'terms')).toEqual(['terms-long'])

  await app.clock.advance(3_000 * DAY_MS)
  await dropOldPosts(retentionOf(app, { retentionDays: null }), alive())
  expect(await known(ask, 'terms')).toEqual(['terms-long'])
  await dropOldPosts(retentionOf(app), alive())
  expect(await known(ask, 'terms')).toEqual([])
})

/** A yes to each of these posts under the site's signal, as a preview's question or a weekly look takes it. */
async function label(site: LeadSite, postIds: readonly string[], source: 'preview' | 'audit') {
  const { organizationId, signalId, organization } = site
  const said = { organizationId, signalIds: [signalId], source, fits: true, userId: organization.userId }
  await inOrganization(app, site, async (tx) => {
    for (const postId of postIds) await noteLabels(tx, app.dependencies.matching, { ...said, postId })
  })
}

test('what teaches a signal stays as long as the signal, is looked up like leads, and goes when it is deleted at its source', async () => {
  const site = await mintLeadSite(app)
  const other = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  const [asked = '', audited = '', both = '', erased = ''] = await keep(
    site,
    'said-asked',
    'said-audited',
    'said-both',
    'said-erased',
    'said-never',
  )
  await label(site, [asked, both, erased], 'preview')
  await label(site, [audited], 'audit')
  await label(other, [both], 'preview')
  await app.clock.advance(91 * DAY_MS)
  await dropOldPosts(retentionOf(app), alive())
  expect(await known(ask, 'said')).toEqual(['said-asked', 'said-audited', 'said-both', 'said-erased'])
  const due = await app.db.transaction(retentionScope(), (tx) =>
    selectDue(tx, {
      platform: 'hacker_news',
      checkedBefore: app.clock.now(),
      old: null,
      now: app.clock.now(),
      isKeptOnly: true,
      after: null,
      limit: 1_000,
    }),
  )
  expect(due.map(({ id }) => id)).toEqual(expect.arrayContaining([asked, audited, both, erased]))

  await eraseDeletedPosts(retentionOf(app), 'hacker_news', ['said-erased'])
  expect(await known(ask, 'said')).toEqual(['said-asked', 'said-audited', 'said-both'])
  expect(await ask('select from signal_label where post_id = $1', [erased])).toEqual([])

  const { organizationId, signalId } = site
  await inOrganization(app, site, (tx) => setSignalDeleted(tx, organizationId, signalId, app.clock.now()))
  await dropOldPosts(retentionOf(app), alive())
  expect(await known(ask, 'said')).toEqual(['said-both'])
})

test('a platform’s terms spare no label', async () => {
  const site = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  const [said = ''] = await keepPosts(app, site, [newPost(app, { externalId: 'spared-not', platform: 'youtube' })])
  await label(site, [said], 'preview')
  await app.clock.advance(31 * DAY_MS)
  const [some] = app.dependencies.matching.channels
  const youtube: Channel = { ...some!, platform: 'youtube', rules: { ...some!.rules, keepDays: 30 } }
  const retention = retentionOf(app, { channels: [youtube] })
  await dropOldPosts({ ...retention, retentionDays: 7, channels: [] }, alive())
  expect(await known(ask, 'spared')).toEqual(['spared-not'])
  await dropOldPosts(retention, alive())
  expect(await known(ask, 'spared')).toEqual([])
})

test('many posts go in batches, past leads that stay; a process that dies keeps what is done', async () => {
  const site = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  const wishes = Array.from({ length: 1_200 }, (_, n) => newPost(app, { externalId: `many-${n}` }))
  await keepPosts(app, site, wishes)
  await keepLead(app, [site], wishes[3]!)
  await keepLead(app, [site], wishes[1_100]!)
  await app.clock.advance(91 * DAY_MS)
  // The first transaction finds the platforms; each further one is a batch.
  const dying = { ...dyingRetention(app, 3), retentionDays: 90 }
  await expect(dropOldPosts(dying, alive())).rejects.toThrow('died')
  const left = (await known(ask, 'many')).length
  expect(left).toBeGreaterThanOrEqual(700)
  expect(left).toBeLessThan(1_200)

  const stopped = AbortSignal.abort(new Error('the worker stops'))
  await expect(dropOldPosts(retentionOf(app), stopped)).rejects.toThrow('the worker stops')
  await dropOldPosts(retentionOf(app), alive())
  expect(await known(ask, 'many')).toEqual(['many-1100', 'many-3'])
})

test('a post that becomes a lead while old ones are dropped is there with its lead', async () => {
  const site = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  const wishes = Array.from({ length: 8 }, (_, n) => newPost(app, { externalId: `race-${n}` }))
  const ids = await keepPosts(app, site, wishes)
  await app.clock.advance(91 * DAY_MS)
  const outcomes = await Promise.all([
    dropOldPosts(retentionOf(app), alive()),
    ...wishes.map((wish) => keepLead(app, [site], wish)),
  ])
  const leads = outcomes.slice(1).flatMap((outcome) => (typeof outcome === 'number' ? [] : outcome.leadIds))
  expect(leads).toHaveLength(ids.length)
  expect(
    await ask('select from lead join post on post.id = lead.post_id where lead.id = any($1)', [leads]),
  ).toHaveLength(ids.length)
})

test('what ended searches had seen goes after a month, and fetches after a year, except the last', async () => {
  const site = await mintLeadSite(app)
  const ask = await openUnfenced(app.database)
  const postIds = await keep(site, 'left-a', 'left-b')
  const ended = await seePosts(app, site, { postIds, state: 'done' })
  const open = await seePosts(app, await mintLeadSite(app), { postIds, state: 'running' })
  const look = (source: string) =>
    inOrganization(app, site, (tx) =>
      recordCoverage(tx, site.organizationId, {
        id: app.dependencies.newId(),
        projectId: site.projectId,
        searchId: null,
        platform: 'hacker_news',
        source,
        query: '',
        windowFrom: app.clock.now(),
        windowTo: app.clock.now(),
        seen: 1,
        kept: 1,
        gap: false,
        error: null,
        nextTryAt: null,
        polledAt: app.clock.now(),
      }),
    )
  await look('busy')
  await look('quiet')
  await app.clock.advance(29 * DAY_MS)
  await dropLeftovers(retentionOf(app), alive())
  const seenBy = (id: string) => ask('select position from search_candidate where search_id = $1', [id])
  expect(await seenBy(ended)).toHaveLength(2)
  await app.clock.advance(2 * DAY_MS)
  await look('busy')
  await dropLeftovers(retentionOf(app), alive())
  expect(await seenBy(ended)).toEqual([])
  expect(await seenBy(open)).toHaveLength(2)
  expect(await ask('select state from search where id = $1', [ended])).toEqual([{ state: 'done' }])

  await app.clock.advance(366 * DAY_MS)
  await dropLeftovers(retentionOf(app), alive())
  const looks = await inOrganization(app, site, async (tx) =>
    (await sql`select source from coverage where project_id = ${site.projectId} order by source`.execute(tx)).rows) // oxfmt-ignore
  expect(looks).toEqual([{ source: 'busy' }, { source: 'quiet' }])
})
