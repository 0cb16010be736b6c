import { listLeads } from '@leadlight/contract/leads'
import * as contract from '@leadlight/contract/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

describe('feeds', () => {
  test('are added once, read by searches, and removed, with their health shown', async () => {
    const org = await fixture.app.organization()
    const run = await startSearch(org)
    await ended(fixture, org, run)
    const params = { projectId: run.projectId }
    const url = fixture.feeds.feedUrl('rss')
    const feed = await org.call(contract.addFeed, { params, body: { url } })
    expect(feed).toMatchObject({ platform: 'feed', url, health: 'working' })
    const again = await org.request('POST', `/api/v1/sources/${run.projectId}/feeds`, { body: { url } })
    expect(again.problem()).toMatchObject({ status: 409, code: 'feed_already_added' })

    const { search_id: searchId } = (await org
      .request('POST', `/api/v1/intent_signals/${run.projectId}/${run.signalId}/run_search`)
      .then(({ body }) => body)) as { search_id: string }
    const search = await ended(fixture, org, { ...run, searchId })
    expect(search.channels.find(({ platform }) => platform === 'feed')?.state).toBe('done')
    const listed = (await org.call(contract.listSources, { params })).find(({ id }) => id === feed.id)
    expect(listed?.health).toBe('working')

    await org.call(contract.removeFeed, { params: { ...params, id: feed.id ?? '' } })
    expect((await org.call(contract.listSources, { params })).some(({ platform }) => platform === 'feed')).toBe(false)
    expect((await org.call(listLeads, { params })).total).toBeGreaterThan(0)
  })

  test.each([
    { why: 'an address inside', url: 'http://127.0.0.1:1/' },
    { why: 'the metadata service', url: 'http://169.254.169.254/latest/' },
    { why: 'an octal spelling', url: 'http://0177.0.0.1/feed' },
    { why: 'another scheme', url: 'file:///etc/passwd' },
    { why: 'no address at all', url: 'not an address' },
  ])('are refused when they are $why', async ({ url }) => {
    const org = await fixture.app.organization()
    const { id } = await org.project()
    const refused = (await org.request('POST', `/api/v1/sources/${id}/feeds`, { body: { url } })).problem()

    expect(refused).toMatchObject({ status: 422, code: 'feed_unreadable', errors: [{ path: 'body.url' }] })
    expect(refused.detail).toMatch(/^[A-Z\d].{20,}\.$/)
  })

  test('are refused when the page is no feed', async () => {
    const org = await fixture.app.organization()
    const { id } = await org.project()
    fixture.feeds.failNext({ kind: 'html' })
    const body = { url: fixture.feeds.feedUrl('atom') }

    expect((await org.request('POST', `/api/v1/sources/${id}/feeds`, { body })).problem().code).toBe('feed_unreadable')
  })
})
