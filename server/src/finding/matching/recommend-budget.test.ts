import { recommendMonitoringBudget, recommendSearchBudget } from '@leadlight/contract/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED, writeAskingPost } from '@leadlight/testing/lead-posts'
import { BOOKKEEPING, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'

const POSTS = 12
const TOWNS = ['Leeds', 'Ghent', 'Turin', 'Porto', 'Brno', 'Lund', 'Graz', 'Split', 'Nantes', 'Cork', 'Riga', 'Bern']

let fixture: SearchFixture
beforeAll(async () => {
  const posts = Array.from({ length: POSTS }, (_, at) =>
    writeAskingPost(at, { text: `${ASKED[at % ASKED.length] ?? ''} Written in ${TOWNS[at] ?? ''}.` }),
  )
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' }, undefined, posts)
})
afterAll(() => fixture.close())

test('a search is not recommended a budget for more posts than it judges; monitoring judges all', async () => {
  const org = await fixture.app.organization()
  const params = { projectId: (await org.project()).id }
  const recommend = (days: number) =>
    org.call(recommendSearchBudget, { params, body: { intent_signal: BOOKKEEPING, search_days: days } })

  const year = await recommend(365)
  expect(year).toMatchObject({ posts: 250, recommended_budget: 150 })
  expect(year.why).toMatch(
    /^\d+ of \d+ posts from the last day look close enough to judge, which makes about \d{4} in 365 days, of which a search judges the best 250 at 0\.5 credits each, with a fifth to spare\.$/,
  )
  // Platforms are asked at their pace.
  await fixture.app.clock.advance(60_000)
  const week = await recommend(7)
  expect(week.posts).toBeGreaterThan(0)
  expect(week.posts).toBeLessThan(250)
  expect(week.why).toContain(`, which makes about ${week.posts} in 7 days at 0.5 credits each, with a fifth to spare.`)
  await fixture.app.clock.advance(60_000)
  const month = await org.call(recommendMonitoringBudget, { params, body: { intent_signal: BOOKKEEPING } })
  expect(month.posts_per_month).toBeGreaterThan(250)
})
