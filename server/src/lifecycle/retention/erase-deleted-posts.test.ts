import { draftMessage, updateDraftDm, updateDraftReply } from '@leadlight/contract/drafts'
import { exportLeads } from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationScope, retentionScope } from '../../platform/scopes.ts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import {
  dyingRetention,
  foundOf,
  keepLead,
  keepPosts,
  newPost,
  retentionOf,
  seePosts,
} from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, recordFound, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, setValues } from '@leadlight/testing/lead-workspace'
import { collectEvents } from '@leadlight/testing/collect-events'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { followPosts } from './follow-posts.ts'
import { erasePostsOfAuthor, eraseDeletedPosts } from './erase-deleted-posts.ts'

const HOUR_MS = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let posts = 0
/** A new word for each test, so that it can be searched for in every table. */
function wordy(): { externalId: string; word: string } {
  posts += 1
  return { externalId: `f-${posts}`, word: `zeppelin${posts}` }
}

const leadOf = (site: LeadSite, id: string) => site.organization.call(getLead, { params: { projectId: site.projectId, id } }) // oxfmt-ignore
const search = async (site: LeadSite, word: string) =>
  (await site.organization.call(listLeads, { params: { projectId: site.projectId }, query: { search_text: word } }))
    .total

test('a post deleted at its source is gone from every table, and its leads stay without it', async () => {
  const sites = [await mintLeadSite(app), await mintLeadSite(app)] as const
  const { externalId, word } = wordy()
  const post = newPost(app, {
    externalId,
    author: `by-${word}`,
    title: `Any ${word}?`,
    text: `We need a ${word} that flies by night. Thanks.`,
  })
  const { postId, leadIds } = await keepLead(app, sites, post, [`need a ${word} that flies`])
  await seePosts(app, sites[0], { postIds: [postId], state: 'done' })
  const [site] = sites
  const [id] = leadIds as [string]
  await inOrganization(app, site, (tx) =>
    sql`
      insert into lead_correction (organization_id, lead_id, intent_signal_id, is_match, former, corrected_at)
      select organization_id, lead_id, intent_signal_id, false, to_jsonb(lead_match) || '{"place": 0}', now()
      from lead_match where lead_id = ${id}`.execute(tx),
  )
  const column = await buildColumn(app, site, 'What', 'text')
  await setValues(app, site, column, [{ leadId: id, value: `a ${word}`, why: `It says ${word}.` }])
  const draft = { params: { projectId: site.projectId, id } }
  await site.organization.call(updateDraftReply, {
    ...draft,
    body: { draft: `You need a ${word} that flies by night?` },
  })
  await site.organization.call(updateDraftDm, { ...draft, body: { draft: 'Hello, shall we talk?' } })
  expect(await search(site, word)).toBe(1)
  expect(await findWords(await openUnfenced(app.database), word)).toContain('public.lead_draft')

  await app.clock.advance(HOUR_MS)
  expect(await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId, 'unknown'])).toBe(1)

  expect(await findWords(await openUnfenced(app.database), word)).toEqual([])
  for (const [index, place] of sites.entries()) {
    expect(await search(place, word)).toBe(0)
    const lead = await leadOf(place, leadIds[index]!)
    expect(lead).toMatchObject({
      title: null,
      text: '',
      author: null,
      author_url: null,
      excerpt: { text: '', evidence: [] },
      url: post.url,
      score: 80,
      source_deleted_at: app.clock.now().toISOString(),
      matches: [{ reason: 'Asks for help.', evidence: [], conditions: [] }],
    })
  }
  expect((await leadOf(site, id)).drafts.map((each) => each.draft)).toEqual(['Hello, shall we talk?'])
  expect((await leadOf(site, id)).smart_column_values).toMatchObject([{ state: 'done', text_value: null }])
})

test('open pages learn which leads lost their words, and of no others', async () => {
  const sites = [await mintLeadSite(app), await mintLeadSite(app)] as const
  const { externalId, word } = wordy()
  const { leadIds } = await keepLead(app, sites, newPost(app, { externalId, text: `We need a ${word}.` }))
  await keepLead(app, sites, newPost(app, { externalId: `${externalId}-kept`, text: 'We need nothing.' }))
  await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId])
  for (const [index, { projectId, organization }] of sites.entries()) {
    const heard = await collectEvents(app, { projectId, token: organization.token, after: '0', enough: 3 })
    expect(heard.map(({ event }) => event)).toEqual([
      { type: 'changed', what: 'leads', lead_ids: [leadIds[index]], origin: null },
      { type: 'changed', what: 'people', lead_ids: null, origin: null },
      { type: 'changed', what: 'companies', lead_ids: null, origin: null },
    ])
  }
})

test('a forgotten post leaves nothing to draft an answer from or to export', async () => {
  const site = await mintLeadSite(app)
  const { externalId, word } = wordy()
  const { leadIds } = await keepLead(app, [site], newPost(app, { externalId, text: `A ${word}.` }))
  await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId])

  const params = { projectId: site.projectId, id: leadIds[0]! }
  const body = { stream: false, message_type: 'reply' as const, prompt: '' }
  const refused = await site.organization.ask(draftMessage, { params, body })
  expect(refused.problem()).toMatchObject({ status: 409, code: 'lead_deleted_at_source' })
  const exported = await site.organization.ask(exportLeads, {
    params: { projectId: site.projectId },
    body: { format: 'json' },
  })
  expect(JSON.parse(exported.text)).toMatchObject([{ id: leadIds[0], title: null, text: '', author: null }])
})

test('a post that is nobody’s lead goes whole, with everything seen and judged of it', async () => {
  const site = await mintLeadSite(app)
  const { externalId } = wordy()
  const [id = ''] = await keepPosts(app, site, [newPost(app, { externalId })])
  await seePosts(app, site, { postIds: [id], state: 'done' })
  await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId])
  const ask = await openUnfenced(app.database)
  for (const [table, column] of [
    ['post', 'id'],
    ['search_candidate', 'post_id'],
    ['judgement', 'post_id'],
  ])
    // oxfmt-ignore
    expect(await ask(`select from ${table} where ${column} = $1`, [id])).toEqual([])
})

test('a post that an open search has seen stays there, empty', async () => {
  const site = await mintLeadSite(app)
  const { externalId, word } = wordy()
  const [id = ''] = await keepPosts(app, site, [newPost(app, { externalId, text: word })])
  await seePosts(app, site, { postIds: [id], state: 'running' })
  await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId])
  const ask = await openUnfenced(app.database)
  expect(await findWords(ask, word)).toEqual([])
  expect(await ask('select state from search_candidate where post_id = $1', [id])).toEqual([{ state: 'seen' }])
  expect(await ask('select from judgement where post_id = $1', [id])).toEqual([])
})

test('a later search does not bring a forgotten post back, nor does a lead being recorded', async () => {
  const site = await mintLeadSite(app)
  const other = await mintLeadSite(app)
  const { externalId, word } = wordy()
  const post = newPost(app, { externalId, text: `A ${word}.` })
  const { postId } = await keepLead(app, [site], post)
  await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId])

  expect(await keepPosts(app, other, [newPost(app, { externalId, text: `A ${word} again.` })])).toEqual([postId])
  expect(await recordFound(app, other, [foundOf(post, postId)])).toEqual({ recorded: [], matched: 0 })
  expect(await findWords(await openUnfenced(app.database), word)).toEqual([])
  expect(await eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId])).toBe(0)
})

test('a post recorded and forgotten at the same moment is forgotten', async () => {
  const { word } = wordy()
  const sites = await Promise.all([mintLeadSite(app), mintLeadSite(app), mintLeadSite(app)])
  for (let round = 0; round < 12; round += 1) {
    const { externalId } = wordy()
    const post = newPost(app, { externalId, text: `A ${word}, no. ${round}` })
    const { postId } = await keepLead(app, [sites[0]], post)
    const outcomes = await Promise.allSettled([
      ...sites.slice(1).map((site) => recordFound(app, site, [foundOf(post, postId, [word])])),
      eraseDeletedPosts(retentionOf(app), 'hacker_news', [externalId]),
      keepPosts(app, sites[0], [newPost(app, { externalId, text: `An edited ${word}` })]),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  await followPosts(retentionOf(app))
  expect(await findWords(await openUnfenced(app.database), word)).toEqual([])
})

test('an author who is gone takes all their posts along, however many, and nobody else’s', async () => {
  const site = await mintLeadSite(app)
  const { word } = wordy()
  const author = `author-${word}`
  const own = Array.from({ length: 450 }, (_, n) => newPost(app, { externalId: `${word}-${n}`, author, text: word }))
  await keepPosts(app, site, own)
  const { leadIds } = await keepLead(app, [site], own[7]!)
  const neighbour = await keepLead(app, [site], newPost(app, { externalId: `${word}-x`, author: 'bea' }))
  const elsewhere = newPost(app, { externalId: `${word}-y`, author, platform: 'lemmy', text: 'elsewhere' })
  await keepPosts(app, site, [elsewhere])

  expect(await erasePostsOfAuthor(retentionOf(app), 'hacker_news', { externalId: author })).toBe(450)
  const ask = await openUnfenced(app.database)
  expect(await findWords(ask, ` ${word}`)).toEqual([])
  expect(await ask('select platform, body from post where author_external_id = $1', [author])).toEqual([
    { platform: 'lemmy', body: 'elsewhere' },
  ])
  expect((await leadOf(site, leadIds[0]!)).source_deleted_at).not.toBeNull()
  expect((await leadOf(site, neighbour.leadIds[0]!)).author).toBe('bea')
})

test.each([2, 3, 4, 5])('a process that dies at transaction %i leaves the rest to the next run', async (number) => {
  const sites = [await mintLeadSite(app), await mintLeadSite(app)]
  const { externalId, word } = wordy()
  await keepLead(app, sites, newPost(app, { externalId, title: word, text: `A ${word}.` }), [word])
  await expect(eraseDeletedPosts(dyingRetention(app, number), 'hacker_news', [externalId])).rejects.toThrow('died')
  await followPosts(retentionOf(app))
  expect(await findWords(await openUnfenced(app.database), word)).toEqual([])
})

test('the retention scope sees whose lead a post is but no lead; an organization sees neither of others', async () => {
  const site = await mintLeadSite(app)
  const stranger = await mintLeadSite(app)
  const { externalId } = wordy()
  const { postId } = await keepLead(app, [site], newPost(app, { externalId }))
  const count = (table: string) => sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where post_id = ${postId}` // oxfmt-ignore
  expect(await app.db.read(retentionScope(), count('post_lead'))).toEqual([{ n: 1 }])
  expect(await app.db.read(retentionScope(), count('lead'))).toEqual([{ n: 0 }])
  expect(await app.db.read(organizationScope(stranger.organizationId), count('post_lead'))).toEqual([{ n: 0 }])
  await expect(
    app.db.transaction(organizationScope(stranger.organizationId), (tx) =>
      sql`insert into post_lead values (${postId}, ${site.organizationId}, ${site.projectId})`.execute(tx),
    ),
  ).rejects.toThrow(/row-level security/u)
})
