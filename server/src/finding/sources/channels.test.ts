import { createIntentSignal, previewSignal } from '@leadlight/contract/signals'
import * as contract from '@leadlight/contract/sources'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startKeyedFixture, type KeyedFixture } from '@leadlight/testing/keyed-fixture'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { BOOKKEEPING } from '@leadlight/testing/search-fixture'
import { projectSources } from './project-sources.ts'

let fixture: KeyedFixture
beforeAll(async () => {
  fixture = await startKeyedFixture()
})
beforeEach(() => fixture.clearQuestions())
afterAll(() => fixture.close())

const AGREED = { on: true, agreed: true }

test('a project’s channels show which are on, which need a key and its parts, and what the rules ask', async () => {
  const { org, projectId } = await fixture.open()
  const channels = await org.call(contract.listSourceChannels, { params: { projectId } })
  expect(channels.map(({ platform, state }) => [platform, state])).toEqual([
    ['hacker_news', 'on'],
    ['stack_exchange', 'on'],
    ['github', 'needs_key'],
    ['bluesky', 'needs_key'],
    ['ted', 'off'],
    ['mastodon', 'on'],
    ['reddit', 'off'],
    ['x', 'needs_key'],
    ['product_hunt', 'needs_key'],
    ['youtube', 'needs_key'],
    ['sam_gov', 'needs_key'],
  ])
  const told = (name: string) => channels.find(({ platform }) => platform === name)
  expect(told('hacker_news')).toMatchObject({ key: null, notice: null, needs_agreement: false })
  expect(told('reddit')).toMatchObject({
    needs_agreement: true,
    agreed_at: null,
    notice: expect.stringContaining('approves each use') as string,
    key: {
      need: 'optional',
      installation: false,
      fields: [
        { name: 'clientId', label: 'Client id', is_secret: false },
        { name: 'clientSecret', label: 'Client secret', is_secret: true },
      ],
      own: null,
    },
  })
  expect(told('x')?.notice).toMatch(/half a cent.*at most 100 posts.*at most 320 a day/)
})

describe('a channel', () => {
  test('that is off is neither searched nor listed as a source until it is turned on', async () => {
    const project = await fixture.open()
    const { org, projectId, at } = project
    for (const platform of ['hacker_news', 'stack_exchange']) {
      const set = await org.call(contract.setSourceChannel, { params: at(platform), body: { on: false } })
      expect(set.state).toBe('off')
    }
    expect(await org.call(contract.listSources, { params: { projectId } })).toEqual([])
    const body = { intent_signal: 'Nobody is asked for this', search_days: 30 }
    const { id } = await org.call(createIntentSignal, { params: { projectId }, body })
    const refused = await org.request('POST', `/api/v1/intent_signals/${projectId}/${id}/run_search`)
    expect(refused.problem()).toMatchObject({ status: 409, code: 'no_sources_on' })
    expect((await org.call(previewSignal, { params: { projectId }, body })).channels).toEqual([])

    await org.call(contract.setSourceChannel, { params: at('stack_exchange'), body: { on: true } })
    const { channels } = await fixture.search(project)
    expect(channels.map(({ platform }) => platform)).toEqual(['stack_exchange'])
  })

  test('that requires agreement is turned on once somebody agrees, and the agreement lasts', async () => {
    const { org, path, at } = await fixture.open()
    const refused = (await org.request('PUT', `${path}/reddit`, { body: { on: true } })).problem()
    expect(refused).toMatchObject({ status: 422, code: 'notice_not_agreed', errors: [{ path: 'body.agreed' }] })
    expect(refused.detail).toMatch(/written agreement.*Agree to that to turn Reddit on\.$/)
    const agreed = await org.call(contract.setSourceChannel, { params: at('reddit'), body: AGREED })
    expect(agreed).toMatchObject({ state: 'on', needs_agreement: false })
    expect(agreed.agreed_at).toBe(fixture.app.clock.now().toISOString())
    await org.call(contract.setSourceChannel, { params: at('reddit'), body: { on: false } })
    const again = await org.call(contract.setSourceChannel, { params: at('reddit'), body: { on: true } })
    expect(again).toMatchObject({ state: 'on', agreed_at: agreed.agreed_at })
  })

  test.each([
    { below: '/nothing', method: 'PUT', body: { on: true } },
    { below: '/feed', method: 'PUT', body: { on: false } },
    { below: '/nothing/key', method: 'DELETE' },
  ] as const)('gets 404 at $below', async ({ below, method, ...sent }) => {
    const { org, path } = await fixture.open()
    const missing = (await org.request(method, `${path}${below}`, sent)).problem()
    expect(missing).toMatchObject({ status: 404, code: 'channel_not_found' })
  })
})

test('Reddit is read by subreddit feeds without a key, and searched whole with one', async () => {
  const project = await fixture.open()
  const { org, projectId, at } = project
  const body = { platform: 'reddit', source: 'r/made_up' }
  const early = (await org.request('POST', `/api/v1/sources/${projectId}/communities`, { body })).problem()
  expect(early).toMatchObject({ status: 422, code: 'source_unusable' })
  expect(early.detail).toContain('Reddit is off')
  await org.call(contract.setSourceChannel, { params: at('reddit'), body: AGREED })
  const added = await org.call(contract.addCommunity, { params: { projectId }, body })
  expect(added).toMatchObject({ name: 'r/made_up', url: 'https://www.reddit.com/r/made_up', on: true })

  fixture.clearQuestions()
  // What was read when it was added stands for some minutes.
  await fixture.app.clock.advance(5 * 60_000)
  const byFeed = await fixture.search(project)
  expect(byFeed.channels.find(({ platform }) => platform === 'reddit')).toMatchObject({ state: 'done', error: null })
  expect(fixture.reddit.questions.map(({ url }) => url.pathname)).toEqual(['/r/made_up/new/.rss'])

  await org.call(contract.setChannelKey, { params: at('reddit'), body: { fields: fixture.reddit.key } })
  fixture.clearQuestions()
  await fixture.search(project, { intentSignal: 'Asking for an accountant' })
  expect(new Set(fixture.reddit.questions.map(({ url }) => url.pathname))).toEqual(
    new Set(['/search', '/r/made_up/search', '/r/made_up/new']),
  )

  await org.call(contract.setSourceChannel, { params: at('reddit'), body: { on: false } })
  const listed = await org.call(contract.listSources, { params: { projectId } })
  expect(listed.find(({ platform }) => platform === 'reddit')).toMatchObject({ name: 'r/made_up', on: false })
})

test('a preview shows no posts read with another project’s key, nor posts of a channel that is off', async () => {
  const [keyed, keyless] = [await fixture.open(), await fixture.open()]
  const set = { params: keyed.at('product_hunt'), body: { fields: fixture.productHunt.key } }
  await keyed.org.call(contract.setChannelKey, set)
  await fixture.search(keyed)
  const shown = async ({ org, projectId }: typeof keyed) => {
    const body = { intent_signal: BOOKKEEPING, search_days: 365 }
    const { posts } = await org.call(previewSignal, { params: { projectId }, body })
    return posts.map(({ platform }) => platform)
  }
  expect(await shown(keyed)).toContain('product_hunt')
  expect(await shown(keyless)).not.toContain('product_hunt')
  await keyed.org.call(contract.setSourceChannel, { params: keyed.at('product_hunt'), body: { on: false } })
  expect(await shown(keyed)).not.toContain('product_hunt')
})

test('a project’s sources say whose key they use', async () => {
  const { org, projectId, at } = await fixture.open()
  const { organizationId } = org
  const places = () =>
    inOrganization(fixture.app, { organizationId, projectId }, async (tx) => {
      const installation = fixture.app.dependencies.matching.platformSources
      const found = await projectSources(tx, installation, { organizationId, projectId })
      return found.map(({ platform, sources, usesOwnKey }) => ({ platform, sources, usesOwnKey }))
    })
  const always = [
    { platform: 'hacker_news', sources: null, usesOwnKey: false },
    { platform: 'stack_exchange', sources: ['softwarerecs'], usesOwnKey: false },
  ]
  expect(await places()).toEqual(always)
  await org.call(contract.setChannelKey, { params: at('youtube'), body: { fields: fixture.youtube.key } })
  const body = { platform: 'youtube', source: fixture.youtube.handle }
  await org.call(contract.addCommunity, { params: { projectId }, body })
  expect(await places()).toEqual([
    ...always,
    { platform: 'youtube', sources: null, usesOwnKey: true },
    { platform: 'youtube', sources: [fixture.youtube.channelId], usesOwnKey: true },
  ])
  await org.call(contract.setSourceChannel, { params: at('youtube'), body: { on: false } })
  expect(await places()).toEqual(always)
})

test('a channel turned off during a search is not asked any more', async () => {
  const project = await fixture.open()
  const { org, at } = project
  await org.call(contract.setChannelKey, { params: at('x'), body: { fields: fixture.x.key } })
  fixture.clearQuestions()
  fixture.hackerNews.failNext({ kind: 'status', status: 503 })
  const { channels } = await fixture.search(project, {
    onceStarted: () => org.call(contract.setSourceChannel, { params: at('x'), body: { on: false } }),
  })
  expect(channels.map(({ platform }) => platform)).toEqual(['hacker_news', 'stack_exchange'])
  expect(fixture.x.questions).toEqual([])
})
