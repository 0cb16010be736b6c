import { countLeads, createView, listViews } from '@leadlight/contract/lead-work'
import { listDataChannels, listLeads } from '@leadlight/contract/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLeads, mintLeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const ADDRESS = 'https://intranet.example/feed?token=tulip'
const FEED = { externalId: ADDRESS, name: 'intranet.example' }
const REPOSITORY = { externalId: 'a/b', name: 'a/b' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function mintFed() {
  const site = await mintLeadSite(app)
  const [fromFeed] = await buildLeads(app, site, [
    { platform: 'feed', community: FEED },
    { platform: 'feed', community: { externalId: 'https://other.example/feed', name: 'other.example' } },
    { platform: 'github', community: REPOSITORY },
  ])
  const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
  return { ...site, guest, fromFeed, params: { projectId: site.projectId } }
}

test('a guest sees a channel’s name but not its address, and can still filter by it', async () => {
  const { organization, guest, params, fromFeed } = await mintFed()
  const channels = await guest.call(listDataChannels, { params })
  expect(channels.map(({ name }) => name)).toEqual(expect.arrayContaining(['intranet.example', 'a/b']))
  expect(JSON.stringify(channels)).not.toContain('://')
  expect(channels.find(({ platform }) => platform === 'github')).toMatchObject({ id: 'github:a/b', external_id: 'a/b' })

  const id = channels.find(({ name }) => name === 'intranet.example')!.id
  const query = { data_source_filters: id }
  expect((await guest.call(listLeads, { params, query })).items.map((lead) => lead.id)).toEqual([fromFeed])
  expect((await guest.call(listLeads, { params, query: { ...query, deleted: 'true' } })).items).toEqual([])
  const counts = await guest.call(countLeads, { params, query })
  expect(counts.channels).toContainEqual({ id, count: 1 })
  expect(counts.unread).toBe(1)
  expect(JSON.stringify(counts)).not.toContain('://')

  const told = await organization.call(listDataChannels, { params })
  expect(told).toContainEqual(expect.objectContaining({ id: `feed:${ADDRESS}`, external_id: ADDRESS }))
})

test('a channel whose address is too long for a filter has a hash as its id for everybody', async () => {
  const site = await mintLeadSite(app)
  const params = { projectId: site.projectId }
  const externalId = `https://intranet.example/${'a'.repeat(400)}`
  const [leadId] = await buildLeads(app, site, [{ platform: 'feed', community: { ...FEED, externalId } }, {}])
  const [channel] = (await site.organization.call(listDataChannels, { params })).filter(
    ({ platform }) => platform === 'feed',
  )
  expect(channel).toMatchObject({ external_id: externalId, id: expect.stringMatching(/^feed:~/) })
  const query = { data_source_filters: channel!.id }
  expect((await site.organization.call(listLeads, { params, query })).items.map(({ id }) => id)).toEqual([leadId])
  expect((await site.organization.call(countLeads, { params, query })).channels).toContainEqual({
    id: channel!.id,
    count: 1,
  })
})

test('the hash of another project’s channel finds nothing', async () => {
  const [one, two] = [await mintFed(), await mintLeadSite(app)]
  await buildLeads(app, two, [{ platform: 'feed', community: REPOSITORY }])
  const [feed] = (await one.guest.call(listDataChannels, { params: one.params })).filter(
    ({ platform }) => platform === 'feed',
  )
  const asked = { params: { projectId: two.projectId }, query: { data_source_filters: feed!.id } }
  expect((await two.organization.call(listLeads, asked)).items).toEqual([])
})

test('a team view shows a guest the same channel ids as the list of channels', async () => {
  const { organization, guest, params } = await mintFed()
  const query = new URLSearchParams([
    ['data_source_filters', `feed:${ADDRESS}`],
    ['data_source_filters', 'github'],
    ['search_text', 'a b'],
  ]).toString()
  await organization.call(createView, { params, body: { name: 'Intranet', query, is_shared: true } })
  expect((await organization.call(listViews, { params }))[0]?.query).toBe(query)
  const [view] = await guest.call(listViews, { params })
  expect(decodeURIComponent(view!.query)).not.toContain('://')
  const channels = await guest.call(listDataChannels, { params })
  expect([...new URLSearchParams(view?.query)]).toEqual([
    ['data_source_filters', channels.find(({ name }) => name === 'intranet.example')?.id],
    ['data_source_filters', 'github'],
    ['search_text', 'a b'],
  ])
})
