import { createIntentSignal, listIntentSignals } from '@leadlight/contract/signals'
import { addFeed, listSources } from '@leadlight/contract/sources'
import { SIGNALS_PER_PROJECT_MAX } from '@leadlight/domain/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'

const FEEDS_PER_PROJECT_MAX = 100
const AT_ONCE = 20
const ROOM_LEFT = 3

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

/** How many requests succeeded, and the error codes of the others. */
async function race(request: (number: number) => Promise<{ status: number; body: unknown }>) {
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => request(number)))
  const refused = replies.filter(({ status }) => status !== 201)
  return {
    made: replies.length - refused.length,
    codes: [...new Set(refused.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))],
  }
}

test('a project has at most a hundred signals, also when many are created at once', async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  for (let number = 0; number < SIGNALS_PER_PROJECT_MAX - ROOM_LEFT; number += 1) {
    await org.call(createIntentSignal, {
      params: { projectId },
      body: { intent_signal: `People who need tea ${number}` },
    })
  }
  const raced = await race((number) =>
    org.request('POST', `/api/v1/intent_signals/${projectId}`, {
      body: { intent_signal: `Coffee drinkers ${number}` },
    }),
  )
  expect(raced).toEqual({ made: ROOM_LEFT, codes: ['409 signal_limit_reached'] })
  expect(await org.call(listIntentSignals, { params: { projectId } })).toHaveLength(SIGNALS_PER_PROJECT_MAX)
})

test('a project has at most a hundred feeds, also when many are added at once', async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const urlOf = (number: number) => `${fixture.feeds.feedUrl('rss')}?feed=${number}`
  for (let number = 0; number < FEEDS_PER_PROJECT_MAX - ROOM_LEFT; number += 1) {
    await org.call(addFeed, { params: { projectId }, body: { url: urlOf(number) } })
  }
  const add = (number: number) =>
    org.request('POST', `/api/v1/sources/${projectId}/feeds`, { body: { url: urlOf(number) } })
  const raced = await race((number) => add(1_000 + number))
  expect(raced).toEqual({ made: ROOM_LEFT, codes: ['409 feed_limit_reached'] })
  const sources = await org.call(listSources, { params: { projectId } })
  expect(sources.filter(({ platform }) => platform === 'feed')).toHaveLength(FEEDS_PER_PROJECT_MAX)
  // At the limit, a feed that exists already is still reported as such.
  expect((await add(0)).problem().code).toBe('feed_already_added')
})

test('the same feed added many times at once is added once', async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const raced = await race(() =>
    org.request('POST', `/api/v1/sources/${projectId}/feeds`, { body: { url: fixture.feeds.feedUrl('atom') } }),
  )
  expect(raced).toEqual({ made: 1, codes: ['409 feed_already_added'] })
})
