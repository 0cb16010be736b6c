import { listLeads } from '@leadlight/contract/leads'
import * as contract from '@leadlight/contract/signals'
import { addFeed } from '@leadlight/contract/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectEvents } from '@leadlight/testing/collect-events'
import {
  BOOKKEEPING,
  ended,
  startSearch,
  startSearchFixture,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

describe('signals', () => {
  test('are saved, listed oldest first, reworded and deleted', async () => {
    const org = await fixture.app.organization()
    const params = { projectId: (await org.project()).id }
    const first = await org.call(contract.createIntentSignal, {
      params,
      body: { intent_signal: 'People who need tea' },
    })
    await org.call(contract.createIntentSignal, {
      params,
      body: { intent_signal: 'People who need coffee', search_budget: 1.5 },
    })
    expect(first).toMatchObject({ search_days: 30, search_budget: null, last_search: null, lead_count: 0 })

    const body = { intent_signal: 'People who need green tea', do_reanalyze: false, search_days: 7 }
    await org.call(contract.updateIntentSignal, { params: { ...params, id: first.id }, body })
    const listed = await org.call(contract.listIntentSignals, { params })
    expect(listed.map((signal) => signal.intent_signal)).toEqual([
      'People who need green tea',
      'People who need coffee',
    ])

    await org.call(contract.deleteIntentSignal, { params: { ...params, id: first.id } })
    expect(await org.call(contract.listIntentSignals, { params })).toHaveLength(1)
  })

  test('are not saved twice with the same words', async () => {
    const org = await fixture.app.organization()
    const { id } = await org.project()
    const body = { intent_signal: BOOKKEEPING }
    await org.call(contract.createIntentSignal, { params: { projectId: id }, body })

    const again = await org.request('POST', `/api/v1/intent_signals/${id}`, {
      body: { intent_signal: BOOKKEEPING.toUpperCase() },
    })
    expect(again.problem()).toMatchObject({ status: 409, code: 'signal_already_exists' })
  })

  test('are not reworded to another’s words, in any letter case and however many at once', async () => {
    const org = await fixture.app.organization()
    const params = { projectId: (await org.project()).id }
    const add = (intent_signal: string) => org.call(contract.createIntentSignal, { params, body: { intent_signal } })
    const [, one, two] = [
      await add('Cafés asking for a till'),
      await add('Bars asking for a till'),
      await add('Pubs asking for a till'),
    ]
    const reword = (id: string, intent_signal: string) =>
      org.ask(contract.updateIntentSignal, {
        params: { ...params, id },
        body: { intent_signal, do_reanalyze: false },
      })

    for (const words of ['Cafés asking for a till', 'CAFÉS ASKING FOR A TILL', 'Cafés ASKING for a till']) {
      const reply = await reword(one.id, words)
      expect(reply.status === 200 || reply.problem().code === 'signal_already_exists').toBe(true)
    }
    const replies = await Promise.all([one, two].map(({ id }) => reword(id, 'Inns asking for a till')))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test.each([
    { why: 'empty', body: { intent_signal: '  ' } },
    { why: 'too long', body: { intent_signal: 'x'.repeat(501) } },
    { why: 'of the wrong type', body: { intent_signal: 7 } },
    { why: 'with NUL', body: { intent_signal: 'People who need tea\u0000' } },
    { why: 'over too many days', body: { intent_signal: 'People who need tea', search_days: 366 } },
    { why: 'with a budget below zero', body: { intent_signal: 'People who need tea', search_budget: -1 } },
    {
      why: 'with a budget finer than a thousandth',
      body: { intent_signal: 'People who need tea', search_budget: 0.0001 },
    },
  ])('are refused when $why', async ({ body }) => {
    const org = await fixture.app.organization()
    const { id } = await org.project()

    expect((await org.request('POST', `/api/v1/intent_signals/${id}`, { body })).problem().status).toBe(422)
    expect(await org.call(contract.listIntentSignals, { params: { projectId: id } })).toEqual([])
  })

  test('show a guest that a source failed, but not its address', async () => {
    const org = await fixture.app.organization()
    const { id: projectId } = await org.project()
    const params = { projectId }
    await org.call(addFeed, { params, body: { url: `${fixture.feeds.feedUrl('rss')}?token=tulip` } })
    const signal = await org.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
    fixture.feeds.failNext({ kind: 'body', body: '<html>Gone</html>' })
    const run = await org.call(contract.runSearch, { params: { ...params, id: signal.id } })
    await ended(fixture, org, { projectId, signalId: signal.id, searchId: run.search_id })
    const guest = await org.member('GUEST', { projectIds: [projectId] })
    const told = async (to: Pick<typeof org, 'call'>) => ({
      searches: await to.call(contract.listSearches, { params }),
      signals: await to.call(contract.listIntentSignals, { params }),
    })

    expect(JSON.stringify(await told(org))).toContain('tulip')
    const toGuest = await told(guest)
    expect(JSON.stringify(toGuest)).not.toContain('tulip')
    for (const search of [toGuest.searches[0], toGuest.signals[0]?.last_search]) {
      const feed = search?.channels.find(({ platform }) => platform === 'feed')
      expect(feed).toMatchObject({ state: 'failed', error: 'Not everything there could be read.' })
    }
    const heard = await collectEvents(fixture.app, { projectId, token: guest.token, after: '0', enough: 2 })
    expect(JSON.stringify(heard)).not.toContain('tulip')
    expect(heard.map(({ event }) => event.type)).toContain('search')
  })

  test('keep their leads when they are deleted', async () => {
    const org = await fixture.app.organization()
    const run = await startSearch(org)
    const { kept } = await ended(fixture, org, run)
    await org.call(contract.deleteIntentSignal, { params: { projectId: run.projectId, id: run.signalId } })

    const { items } = await org.call(listLeads, { params: run })
    expect(items).toHaveLength(kept)
    expect(items[0]?.intent_signals[0]?.intent_signal).toBe(BOOKKEEPING)
  })

  test('reworded with do_reanalyze judge their posts again, and drop matches that no longer fit', async () => {
    const org = await fixture.app.organization()
    const run = await startSearch(org)
    const first = await ended(fixture, org, run)
    const params = { projectId: run.projectId, id: run.signalId }
    const body = { intent_signal: 'Gardeners whose tomatoes have spots asking what to do', do_reanalyze: true }
    const { last_search: next } = await org.call(contract.updateIntentSignal, { params, body })
    const search = await ended(fixture, org, { ...run, searchId: next?.id ?? '' })

    expect(search.seen).toBe(first.judged)
    const { items } = await org.call(listLeads, { params: run })
    expect(items).toHaveLength(first.kept)
    expect(items.filter((lead) => lead.intent_signals.length > 0).length).toBe(search.kept)
  })
})

describe('a preview', () => {
  test('shows what a signal would catch, with evidence, and keeps nothing', async () => {
    const org = await fixture.app.organization()
    const { id: projectId } = await org.project()
    const body = { intent_signal: BOOKKEEPING, search_days: 365 }
    const preview = await org.call(contract.previewSignal, { params: { projectId }, body })

    expect(preview.caught).toBeGreaterThan(0)
    expect(preview.posts[0]?.score).toBeGreaterThanOrEqual(preview.posts.at(-1)?.score ?? 0)
    for (const { text, evidence } of preview.posts) {
      expect(evidence.every(({ start, end }) => text.slice(start, end).trim() !== '')).toBe(true)
    }
    expect(preview.per_day.reduce((sum, { caught }) => sum + caught, 0)).toBe(preview.caught)
    expect((await org.call(listLeads, { params: { projectId } })).total).toBe(0)
    expect(await org.call(contract.listIntentSignals, { params: { projectId } })).toEqual([])
  })

  test('says which channel failed, and still shows the others', async () => {
    const org = await fixture.app.organization()
    const { id: projectId } = await org.project()
    fixture.stackExchange.failNext({ kind: 'html' }, 20)
    const body = { intent_signal: BOOKKEEPING, search_days: 365 }
    const { channels, posts } = await org.call(contract.previewSignal, { params: { projectId }, body })

    expect(channels.find(({ platform }) => platform === 'stack_exchange')?.error).toMatch(
      /Stack Exchange|Stack Overflow/,
    )
    expect(posts.length).toBeGreaterThan(0)
  })

  test('comes with a recommended budget and its reason', async () => {
    const org = await fixture.app.organization()
    const { id: projectId } = await org.project()
    const recommend = (days: number) => {
      const body = { intent_signal: BOOKKEEPING, search_days: days }
      return org.call(contract.recommendSearchBudget, { params: { projectId }, body })
    }
    const recommended = await recommend(30)

    expect(recommended.recommended_budget).toBe(0)
    expect(recommended.why).toMatch(
      /^\d+ of \d+ posts from the last \d+ days look close enough to judge\. Judging is free here/,
    )
    expect((await recommend(1)).why).toContain(' posts from the last day look close enough to judge.')
  })
})

describe('another organization', () => {
  const calls = [
    ['GET', (p: string) => `/api/v1/intent_signals/${p}`, undefined],
    ['GET', (p: string) => `/api/v1/intent_signals/${p}/searches`, undefined],
    ['POST', (p: string) => `/api/v1/intent_signals/${p}`, { intent_signal: 'People who need tea' }],
    [
      'POST',
      (p: string) => `/api/v1/intent_signals/${p}/preview`,
      { intent_signal: 'People who need tea', search_days: 7 },
    ],
    [
      'POST',
      (p: string) => `/api/v1/intent_signals/${p}/forecast`,
      { intent_signal: 'People who need tea', search_days: 7 },
    ],
    [
      'PUT',
      (p: string, s: string) => `/api/v1/intent_signals/${p}/${s}`,
      { intent_signal: 'People', do_reanalyze: false },
    ],
    ['DELETE', (p: string, s: string) => `/api/v1/intent_signals/${p}/${s}`, undefined],
    ['POST', (p: string, s: string) => `/api/v1/intent_signals/${p}/${s}/run_search`, undefined],
    ['POST', (p: string, s: string) => `/api/v1/intent_signals/${p}/${s}/stop_search`, undefined],
    ['GET', (p: string) => `/api/v1/sources/${p}`, undefined],
    ['GET', (p: string) => `/api/v1/sources/${p}/coverage`, undefined],
    ['POST', (p: string) => `/api/v1/sources/${p}/feeds`, { url: 'https://feed.example/rss' }],
    ['DELETE', (p: string, s: string) => `/api/v1/sources/${p}/feeds/${s}`, undefined],
    ['GET', (p: string) => `/api/v1/events/${p}`, undefined],
  ] as const

  test.each(calls)('gets 404: %s %s', async (method, path, body) => {
    const owner = await fixture.app.organization()
    const { id: projectId } = await owner.project()
    const params = { projectId }
    const signal = await owner.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
    const stranger = await owner.foreign()

    const foreign = (await stranger.request(method, path(projectId, signal.id), { body })).problem()
    const missing = (await stranger.request(method, path(UNKNOWN, UNKNOWN), { body })).problem()
    expect({ ...foreign, request_id: '' }).toEqual({ ...missing, request_id: '' })
    expect(foreign.status).toBe(404)
    expect(await owner.call(contract.listIntentSignals, { params })).toHaveLength(1)
  })

  const namingSignals = calls.filter(([, path]) => path.length === 2)
  test.each(namingSignals)('gets 404 for the signal through its own project: %s %s', async (method, path, body) => {
    const owner = await fixture.app.organization()
    const params = { projectId: (await owner.project()).id }
    const signal = await owner.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
    const stranger = await owner.foreign()
    const { id: own } = await stranger.project()

    expect((await stranger.request(method, path(own, signal.id), { body })).problem().status).toBe(404)
    expect(await owner.call(contract.listIntentSignals, { params })).toHaveLength(1)
  })

  test('a guest reads signals of a granted project and cannot create any', async () => {
    const org = await fixture.app.organization()
    const { id: projectId } = await org.project()
    const guest = await org.member('GUEST', { projectIds: [projectId] })

    expect(await guest.call(contract.listIntentSignals, { params: { projectId } })).toEqual([])
    const body = { intent_signal: BOOKKEEPING }
    expect((await guest.request('POST', `/api/v1/intent_signals/${projectId}`, { body })).status).toBe(403)
  })
})
