// Also on the embedded database: a journey of this slice.
import * as insights from '@leadlight/contract/insights'
import { correctLead } from '@leadlight/contract/lead-work'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInsightWorld } from '@leadlight/testing/insight-world'
import { buildLeads, buildSignal, inOrganization, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const query = { from: '2026-10-20', to: '2026-11-02', time_zone: 'Europe/Berlin' }
const FIGURES = ['leads', 'quality', 'coverage', 'answers', 'credits', 'names'] as const

test('an empty project has its days, all at zero', async () => {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  const asked = { params: { projectId }, query }
  const leads = await organization.call(insights.getLeadsByDay, asked)
  expect(leads.days).toHaveLength(14)
  expect(leads).toMatchObject({ leads: { total: 0, by_day: leads.days.map(() => 0) }, by_signal: [], by_channel: [] })
  expect(await organization.call(insights.getSignalInsights, asked)).toEqual({ signals: [] })
  expect(await organization.call(insights.getCoverageInsights, asked)).toMatchObject({ sources: [], is_cut: false })
  expect(await organization.call(insights.getAnswerTimes, asked)).toMatchObject({
    found: 0,
    waiting: 0,
    median_ms: null,
    slow_ms: null,
  })
  expect(await organization.call(insights.getCreditInsights, asked)).toMatchObject({
    total: 0,
    finding: 0,
    kept: 0,
    per_kept_lead: null,
    by_signal: [],
  })
  const { weeks, ...none } = await organization.call(insights.getNameInsights, asked)
  expect(weeks).toEqual([
    { from: '2026-10-20', to: '2026-10-26' },
    { from: '2026-10-27', to: '2026-11-02' },
  ])
  expect(none).toEqual({ names: [], spikes: [] })
})

test.each([
  [{ ...query, to: '2026-10-19' }, 'period_invalid', 'The last day asked for comes before the first.'],
  [{ ...query, from: '2025-10-20' }, 'period_invalid', 'At most 366 days can be asked for at once.'],
  [{ ...query, from: '1999-12-31', to: '2000-01-01' }, 'period_invalid', 'between 2000 and 2100'],
])('an invalid period is refused with a sentence: %j', async (asked, code, detail) => {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  const search = new URLSearchParams(asked).toString()
  for (const figure of FIGURES) {
    const answer = await organization.request('GET', `/api/v1/insights/${projectId}/${figure}?${search}`)
    expect(answer.problem()).toMatchObject({ status: 422, code })
    expect(answer.problem().detail).toContain(detail)
  }
})

test('an unknown time zone, an impossible day or a missing day gets 422', async () => {
  const organization = await app.organization()
  const { id: projectId } = await organization.project()
  for (const asked of [
    { ...query, time_zone: 'Mars/Olympus' },
    { ...query, from: '2026-02-30' },
    { from: '2026-10-20' },
  ]) {
    const search = new URLSearchParams(asked).toString()
    expect((await organization.request('GET', `/api/v1/insights/${projectId}/leads?${search}`)).status).toBe(422)
  }
})

describe('who may see insights', () => {
  test('members and granted guests see them, others get 404; guests see no sources and download no file', async () => {
    const site = await mintLeadSite(app)
    const { projectId, organization } = site
    const since = new Date('2026-09-01T00:00:00Z')
    await buildInsightWorld(app, site, { seed: 'access', since, leads: 5, edges: [since] })
    const granted = await organization.member('GUEST', { projectIds: [projectId] })
    const asked = { params: { projectId }, query }
    for (const endpoint of [insights.getLeadsByDay, insights.getAnswerTimes, insights.getCreditInsights]) {
      expect(await granted.call(endpoint, asked)).toEqual(await organization.call(endpoint, asked))
    }
    const seen = await granted.call(insights.getCoverageInsights, asked)
    expect(seen.sources.map(({ platform, source, name }) => [platform, source, name])).toEqual([
      ['discourse', '', 'Discourse'],
    ])
    expect(seen.sources[0]!.blind.every(({ reason }) => reason === null)).toBe(true)
    const full = await organization.call(insights.getCoverageInsights, asked)
    expect(full.sources.map(({ source }) => source)).toEqual(['alpha', 'beta', 'gamma'])
    expect(full.sources.flatMap(({ blind }) => blind)[0]?.reason).toBe('It does not answer.')
    const search = new URLSearchParams(query).toString()
    const file = `/api/v1/insights/${projectId}/export?${search}&figure=leads`
    expect((await granted.request('GET', file)).status).toBe(403)
    for (const stranger of [await organization.member('GUEST'), await organization.foreign()]) {
      for (const figure of FIGURES) {
        const answer = await stranger.request('GET', `/api/v1/insights/${projectId}/${figure}?${search}`)
        expect(answer.problem()).toMatchObject({ status: 404, code: 'project_not_found' })
      }
    }
  })

  test('another project of the same organization adds no leads and no credits', async () => {
    const site = await mintLeadSite(app)
    const { id: otherId } = await site.organization.project({ name: 'Other' })
    const since = new Date('2026-09-01T00:00:00Z')
    await buildInsightWorld(app, site, { seed: 'ours', since, leads: 20, edges: [since] })
    const asked = { params: { projectId: otherId }, query: { ...query, from: '2026-09-01' } }
    expect((await site.organization.call(insights.getLeadsByDay, asked)).leads.total).toBe(0)
    expect(await site.organization.call(insights.getCreditInsights, asked)).toMatchObject({ total: 0, found: 0 })
    expect((await site.organization.call(insights.getCoverageInsights, asked)).sources).toEqual([])
  })
})

test('a signal removed from a lead counts as a bad match on the day the lead was found', async () => {
  const site = await mintLeadSite(app)
  const { organization, projectId, signalId } = site
  const other = await buildSignal(app, site, 'people who look for a lathe')
  const [id] = await buildLeads(app, site, [{}])
  await organization.call(correctLead, {
    params: { projectId, id: id! },
    body: { intent_signals: [other] },
  })
  const of = async (asked: typeof query) => {
    const { signals } = await organization.call(insights.getSignalInsights, { params: { projectId }, query: asked })
    return signals.map((signal) => [signal.id, signal.positive, signal.negative])
  }
  expect(await of(query)).toEqual([
    [signalId, 0, 1],
    [other, 0, 0],
  ])
  expect(await of({ ...query, to: '2026-11-01' })).toEqual([
    [signalId, 0, 0],
    [other, 0, 0],
  ])
})

test('each table exports as its own file, with no text read as a formula', async () => {
  const site = await mintLeadSite(app)
  const { organization, projectId } = site
  const signalId = await buildSignal(app, site, '=HYPERLINK("https://evil.example") "quoted"')
  await buildLeads(app, { ...site, signalId }, [{}, {}])
  const fileOf = async (figure: string) => {
    const search = new URLSearchParams({ ...query, from: '2026-11-01', figure }).toString()
    const answer = await organization.request('GET', `/api/v1/insights/${projectId}/export?${search}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain(`"Insights ${figure} 2026-11-01 to 2026-11-02.csv"`)
    return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n')
  }
  expect(await fileOf('leads')).toEqual([
    '"day","by","name","leads"',
    '"2026-11-01","all","",0',
    '"2026-11-02","all","",2',
    `"2026-11-01","signal","'=HYPERLINK(""https://evil.example"") ""quoted""",0`,
    `"2026-11-02","signal","'=HYPERLINK(""https://evil.example"") ""quoted""",2`,
    '"2026-11-01","channel","hackernews",0',
    '"2026-11-02","channel","hackernews",2',
  ])
  expect((await fileOf('quality')).slice(1)[0]).toBe('"people who need a bookkeeper",0,0,,,,0,,,,')
  expect(await fileOf('coverage')).toEqual(['"source","blind_from","blind_to","outcome","recovered","reason"'])
  expect(await fileOf('answers')).toContain('"still waiting",2')
  expect((await fileOf('credits'))[1]).toBe('"all",0,2,2,0')
  expect(await fileOf('names')).toEqual(['"from","to","name","stance","posts"'])
})

test('leads and first answers are read from their indexes', async () => {
  const site = await mintLeadSite(app)
  await buildLeads(app, site, [{}])
  await inOrganization(app, site, async (tx) => {
    await sql`
      with copies as (
        insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
        select gen_random_uuid(), 'insight-copy', number, 'post', '', '', now(), now() from generate_series(1, 1000) number returning id
      )
      insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, excerpt,
        excerpt_evidence, score, signal_ids, posted_at, collected_at)
      select gen_random_uuid(), organization_id, project_id, copies.id, platform, '', url, excerpt, excerpt_evidence,
        score, signal_ids, lead.posted_at, lead.collected_at - random() * interval '300 days' from lead, copies
      where project_id = ${site.projectId}`.execute(tx)
    await sql`
      insert into lead_history (id, organization_id, lead_id, kind, summary, at)
      select gen_random_uuid(), organization_id, id, kind, '', collected_at + interval '1 hour'
      from lead, unnest(array['note', 'starred', 'status']) kind where project_id = ${site.projectId}`.execute(tx)
  })
  await app.database.pool.query('analyze lead')
  await app.database.pool.query('analyze lead_history')
  const plan = await inOrganization(app, site, async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select platform, count(*) from lead
      where organization_id = ${site.organizationId} and project_id = ${site.projectId}
        and collected_at >= '2026-10-20' and collected_at < '2026-10-27' group by 1`.execute(tx)
    const { rows: answers } = await sql<{ 'QUERY PLAN': string }>`
      explain select min(at) from lead_history
      where organization_id = ${site.organizationId} and lead_id = ${site.signalId} and kind in ('draft', 'status')`.execute(
      tx,
    )
    return [...rows, ...answers].map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/lead_found/)
  expect(plan).toMatch(/lead_history_answer/)
})
