// Also on the embedded database: a journey of this slice.
import * as contract from '@leadlight/contract/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildLeads,
  buildSignal,
  inOrganization,
  mintLeadSite,
  type LeadSite,
  type LeadWish,
} from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function list({ organization, projectId }: LeadSite, query: Record<string, string | string[]> = {}) {
  return organization.call(contract.listLeads, { params: { projectId }, query })
}

async function titles(where: LeadSite, query: Record<string, string | string[]> = {}) {
  return (await list(where, query)).items.map((lead) => lead.title)
}

describe('a filter narrows the list', () => {
  let where: LeadSite
  let ids: Record<string, string>
  let otherSignal: string

  const WISHES: (LeadWish & { title: string })[] = [
    { title: 'plain', postedAt: '2026-10-01T00:00:00Z' },
    { title: 'read', postedAt: '2026-10-02T00:00:00Z' },
    { title: 'starred', postedAt: '2026-10-03T00:00:00Z' },
    { title: 'deleted', postedAt: '2026-10-04T00:00:00Z' },
    {
      title: 'site',
      postedAt: '2026-10-05T00:00:00Z',
      platform: 'stackexchange',
      community: { externalId: 'money', name: 'Money' },
    },
    {
      title: 'feed',
      postedAt: '2026-10-06T00:00:00Z',
      platform: 'feed',
      community: { externalId: 'https://a.example/rss?x=1', name: 'A' },
    },
    { title: 'words', postedAt: '2026-10-07T00:00:00Z', body: 'Which invoices are deductible?' },
  ]

  beforeAll(async () => {
    where = await mintLeadSite(app)
    const leadIds = await buildLeads(app, where, WISHES)
    ids = Object.fromEntries(WISHES.map(({ title }, index) => [title, leadIds[index]!]))
    otherSignal = await buildSignal(app, where, 'people who hire')
    await buildLeads(app, { ...where, signalId: otherSignal }, [
      { title: 'other signal', postedAt: '2026-10-08T00:00:00Z' },
    ])
    const params = { projectId: where.projectId }
    await where.organization.call(contract.readLead, { params: { ...params, id: ids['read']! } })
    await where.organization.call(contract.starLead, {
      params: { ...params, id: ids['starred']! },
      body: { starred: true },
    })
    await where.organization.call(contract.markDeleted, { params, body: { lead_ids: [ids['deleted']!] } })
  })

  const ALL = ['other signal', 'words', 'feed', 'site', 'starred', 'read', 'plain']
  const cases: [string, () => Record<string, string | string[]>, string[]][] = [
    ['nothing asked: all but the deleted, newest first', () => ({}), ALL],
    ['read', () => ({ read: 'true' }), ['read']],
    ['not read', () => ({ read: 'false' }), ALL.filter((title) => title !== 'read')],
    ['starred', () => ({ starred: 'true' }), ['starred']],
    ['not starred', () => ({ starred: 'false' }), ALL.filter((title) => title !== 'starred')],
    ['deleted', () => ({ deleted: 'true' }), ['deleted']],
    ['not deleted', () => ({ deleted: 'false' }), ALL],
    ['a platform', () => ({ data_source_filters: 'stackexchange' }), ['site']],
    ['a channel', () => ({ data_source_filters: 'stackexchange:money' }), ['site']],
    ['a channel that is not there', () => ({ data_source_filters: 'stackexchange:cooking' }), []],
    ['a channel with colons in its id', () => ({ data_source_filters: 'feed:https://a.example/rss?x=1' }), ['feed']],
    ['two channels', () => ({ data_source_filters: ['feed', 'stackexchange:money'] }), ['feed', 'site']],
    ['a signal', () => ({ intent_signals: otherSignal }), ['other signal']],
    ['two signals', () => ({ intent_signals: [otherSignal, where.signalId] }), ALL],
    ['posted from, that instant too', () => ({ date_from: '2026-10-06T00:00:00Z' }), ['other signal', 'words', 'feed']],
    ['posted up to, that instant too', () => ({ date_to: '2026-10-02T00:00:00Z' }), ['read', 'plain']],
    ['a day alone, the whole of it', () => ({ date_from: '2026-10-07', date_to: '2026-10-07' }), ['words']],
    ['up to a day alone, that day too', () => ({ date_to: '2026-10-02' }), ['read', 'plain']],
    ['a range the wrong way round', () => ({ date_from: '2026-10-06T00:00:00Z', date_to: '2026-10-02T00:00:00Z' }), []],
    ['named ids', () => ({ lead_ids: [ids['plain']!, ids['feed']!, crypto.randomUUID()] }), ['feed', 'plain']],
    ['a named id that is deleted', () => ({ lead_ids: ids['deleted']! }), []],
    ['words of the body', () => ({ search_text: 'deductible' }), ['words']],
    ['words of the title', () => ({ search_text: 'other' }), ['other signal']],
    ['no words', () => ({ search_text: '  ' }), ALL],
    [
      'everything at once',
      () => ({
        read: 'false',
        starred: 'false',
        data_source_filters: 'hackernews',
        intent_signals: where.signalId,
        search_text: 'invoice',
        date_from: '2026-10-01T00:00:00Z',
      }),
      ['words'],
    ],
  ]
  test.each(cases)('%s', async (_name, query, expected) => {
    const page = await list(where, query())
    expect(page.items.map((lead) => lead.title)).toEqual(expected)
    expect(page).toMatchObject({ total: expected.length, total_capped: false, next_cursor: null })
  })
})

test('a row shows its post, its signals and the passage that proves it', async () => {
  const where = await mintLeadSite(app)
  const body = `${'So it goes. '.repeat(60)}Now, who can recommend a bookkeeper? Thanks.`
  const start = 'A question\n'.length + body.indexOf('who can recommend')
  const evidence = [{ start, end: start + 'who can recommend'.length, kind: 'for' as const, label: 'asks' }]
  const [id] = await buildLeads(app, where, [
    {
      title: 'A question',
      body,
      score: 81,
      evidence,
      community: { externalId: 'ask', name: 'Ask' },
      postedAt: '2026-10-01T10:00:00.123Z',
    },
  ])
  const [row] = (await list(where)).items
  expect(row).toMatchObject({
    id,
    project_id: where.projectId,
    platform: 'hackernews',
    community: 'Ask',
    author: 'ada',
    score: 81,
    level: 'strong',
    intent_signals: [{ id: where.signalId, kind: 'intent', intent_signal: 'people who need a bookkeeper' }],
    read: false,
    starred: false,
    deleted: false,
    posted_at: '2026-10-01T10:00:00.123Z',
    collected_at: app.clock.now().toISOString(),
  })
  const [shown] = row!.excerpt.evidence
  expect(row!.excerpt.text.slice(shown!.start, shown!.end)).toBe('who can recommend')

  const lead = await where.organization.call(contract.getLead, { params: { projectId: where.projectId, id: id! } })
  expect(lead).toMatchObject({
    ...row,
    text: `A question\n${body}`,
    body_start: 11,
    author_url: null,
    replies: null,
    license: null,
  })
  expect(lead.matches).toEqual([
    {
      intent_signal_id: where.signalId,
      intent_signal: 'people who need a bookkeeper',
      score: 81,
      level: 'strong',
      learned: null,
      second_opinion: null,
      reason: 'Asks for a recommendation.',
      evidence,
      conditions: [],
    },
  ])
})

test('a lead keeps the wording of a deleted signal, and can be filtered by it', async () => {
  const where = await mintLeadSite(app)
  const [id] = await buildLeads(app, where, [{}])
  await inOrganization(app, where, (tx) => sql`update intent_signal set deleted_at = now()`.execute(tx))
  const lead = await where.organization.call(contract.getLead, { params: { projectId: where.projectId, id: id! } })
  expect(lead.matches.map((match) => match.intent_signal)).toEqual(['people who need a bookkeeper'])
  expect((await list(where, { intent_signals: where.signalId })).items[0]?.intent_signals).toEqual([
    { id: where.signalId, kind: 'intent', intent_signal: 'people who need a bookkeeper' },
  ])
})

test('evidence follows its words when the author edits the post, and is dropped where they are gone', async () => {
  const where = await mintLeadSite(app)
  const evidence = [
    { start: 0, end: 7, kind: 'for' as const, label: 'asks' },
    { start: 8, end: 12, kind: 'for' as const, label: 'who' },
  ]
  const [id] = await buildLeads(app, where, [{ title: null, body: 'Who can help', evidence }])
  await inOrganization(app, where, (tx) =>
    sql`update post set body = 'Solved. Was: Who can advise' from lead where lead.post_id = post.id and lead.id = ${id}`.execute(
      tx,
    ),
  )
  const lead = await where.organization.call(contract.getLead, { params: { projectId: where.projectId, id: id! } })
  expect(lead.matches[0]?.evidence.map(({ start, end }) => lead.text.slice(start, end))).toEqual(['Who can'])
})

test('reading and starring are shared, last until undone, and change the unread count', async () => {
  const where = await mintLeadSite(app)
  const [id, second] = await buildLeads(app, where, [{}, {}])
  const params = { projectId: where.projectId, id: id! }
  const colleague = await where.organization.member('MEMBER')
  const unread = async () =>
    (await colleague.call(contract.getUnreadCount, { params: { projectId: where.projectId } })).unread_count
  expect(await unread()).toBe(2)
  await where.organization.call(contract.readLead, { params })
  await where.organization.call(contract.readLead, { params })
  expect(await unread()).toBe(1)
  await where.organization.call(contract.markDeleted, {
    params: { projectId: where.projectId },
    body: { lead_ids: [second!] },
  })
  expect(await unread()).toBe(0)
  await where.organization.call(contract.starLead, { params, body: { starred: true } })
  expect(await colleague.call(contract.getLead, { params })).toMatchObject({ read: true, starred: true })
  await colleague.call(contract.starLead, { params, body: { starred: false } })
  expect(await where.organization.call(contract.getLead, { params })).toMatchObject({ read: true, starred: false })
})

test('channels are counted and named, and a platform’s unnamed entry gives way to its named channels', async () => {
  const where = await mintLeadSite(app)
  const channels = () => where.organization.call(contract.listDataChannels, { params: { projectId: where.projectId } })
  expect(await channels()).toEqual([])
  const money = { externalId: 'money', name: 'Money' }
  await buildLeads(app, where, [
    {},
    { platform: 'stackexchange', community: null },
    { platform: 'stackexchange', community: money },
    { platform: 'stackexchange', community: money },
  ])
  await buildLeads(app, where, [
    { platform: 'stackexchange', community: { ...money, name: 'Personal Finance & Money' } },
  ])
  expect(await channels()).toEqual([
    {
      platform: 'stackexchange',
      id: 'stackexchange:money',
      external_id: 'money',
      name: 'Personal Finance & Money',
      display_name: 'Personal Finance & Money',
      lead_count: 3,
    },
    {
      platform: 'hackernews',
      id: 'hackernews',
      external_id: '',
      name: 'hackernews',
      display_name: 'hackernews',
      lead_count: 1,
    },
  ])
  expect(await titles(where, { data_source_filters: 'stackexchange:money' })).toHaveLength(3)
})
