import { getNameInsights } from '@leadlight/contract/insights'
import { markDeleted } from '@leadlight/contract/leads'
import { watchNames } from '@leadlight/contract/watched-names'
import { STANCES } from '@leadlight/domain/watched-names/stances'
import { buildLeads, mintLeadSite, type LeadSite, type LeadWish } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function watch(site: LeadSite, names: string): Promise<string> {
  return (await site.organization.call(watchNames, { params: { projectId: site.projectId }, body: { names } })).id
}

/** Posts of one name on a day, as they were written. */
function posts(day: string, count: number, stance?: LeadWish['stance']): LeadWish[] {
  return Array.from({ length: count }, (_, at) => ({
    title: null,
    body: `Acme, for the ${at}th time on ${day}, and nobody else has said it in these words.`,
    postedAt: `${day}T${String(10 + (at % 12))}:00:00Z`,
    ...(stance ? { stance } : {}),
  }))
}

function read(site: LeadSite, query: { from: string; to: string; time_zone: string }) {
  return site.organization.call(getNameInsights, { params: { projectId: site.projectId }, query })
}

test('names are counted by the week in which posts were written, each with its share and its stances', async () => {
  const site = await mintLeadSite(app)
  const acme = await watch(site, 'acme')
  const globex = await watch(site, 'globex')
  const [first] = await buildLeads(app, { ...site, signalId: acme }, [
    ...posts('2026-10-19', 1, 'asks'),
    ...posts('2026-10-20', 2, 'complains'),
    ...posts('2026-10-28', 1, 'switches'),
    ...posts('2026-10-29', 1),
  ])
  await buildLeads(app, { ...site, signalId: globex }, posts('2026-11-02', 1, 'mentions'))
  await buildLeads(app, site, posts('2026-11-01', 3))
  // A deleted lead was written all the same.
  await site.organization.call(markDeleted, { params: { projectId: site.projectId }, body: { lead_ids: [first!] } })
  const told = await read(site, { from: '2026-10-19', to: '2026-11-02', time_zone: 'UTC' })
  expect(told.weeks.map(({ from }) => from)).toEqual(['2026-10-19', '2026-10-20', '2026-10-27'])
  expect(told.names.map(({ id, total, share, by_week, unread }) => [id, total, share, by_week, unread])).toEqual([
    [acme, 5, 5 / 6, [1, 2, 2], 1],
    [globex, 1, 1 / 6, [0, 0, 1], 0],
  ])
  expect(told.names[0]?.stances.map(({ stance }) => stance)).toEqual(STANCES)
  const stances = new Map(told.names[0]?.stances.map(({ stance, by_week }) => [stance, by_week]))
  expect(stances.get('asks')).toEqual([1, 0, 0])
  expect(stances.get('complains')).toEqual([0, 2, 0])
  expect(stances.get('switches')).toEqual([0, 0, 1])
  expect(told.spikes).toEqual([])
})

test('days begin in the reader’s time zone', async () => {
  const site = await mintLeadSite(app)
  const acme = await watch(site, 'acme')
  await buildLeads(app, { ...site, signalId: acme }, [{ postedAt: '2026-10-20T23:30:00Z', stance: 'asks' }])
  const of = async (zone: string) =>
    (await read(site, { from: '2026-10-20', to: '2026-10-20', time_zone: zone })).names[0]?.total
  expect(await of('UTC')).toBe(1)
  expect(await of('Europe/Berlin')).toBe(0)
})

test('a day with far more posts than the eight weeks before is a spike, once a name has been watched for four', async () => {
  const site = await mintLeadSite(app)
  const acme = await watch(site, 'acme')
  const start = app.clock.now().getTime()
  const dayOf = (days: number) => new Date(start + days * DAY_MS).toISOString().slice(0, 10)
  const steady = Array.from({ length: 50 }, (_, day) => posts(dayOf(day), 1 + (day % 3), 'mentions')).flat()
  await buildLeads(app, { ...site, signalId: acme }, [
    ...steady,
    ...posts(dayOf(20), 18, 'complains'),
    ...posts(dayOf(40), 14, 'complains'),
  ])
  const { spikes } = await read(site, { from: dayOf(0), to: dayOf(49), time_zone: 'UTC' })
  expect(spikes).toHaveLength(1)
  expect(spikes[0]).toMatchObject({ id: acme, text: 'acme', day: dayOf(40), found: 14 + 1 + (40 % 3) })
  expect(spikes[0]!.most).toBeLessThan(15)
  expect(spikes[0]!.usual).toBeGreaterThan(1)
})

test('another organization gets 404, and another project has none of it', async () => {
  const site = await mintLeadSite(app)
  const acme = await watch(site, 'acme')
  await buildLeads(app, { ...site, signalId: acme }, posts('2026-10-20', 2, 'asks'))
  const query = { from: '2026-10-19', to: '2026-11-02', time_zone: 'UTC' }
  const search = new URLSearchParams(query).toString()
  const foreign = await site.organization.foreign()
  const answer = await foreign.request('GET', `/api/v1/insights/${site.projectId}/names?${search}`)
  expect(answer.problem()).toMatchObject({ status: 404, code: 'project_not_found' })
  const { id: otherId } = await site.organization.project({ name: 'Other' })
  const other = { ...site, projectId: otherId }
  await watch(other, 'acme')
  expect((await read(other, query)).names.map(({ total }) => total)).toEqual([0])
})
