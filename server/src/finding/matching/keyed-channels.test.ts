import { listLeads } from '@leadlight/contract/leads'
import { listSources } from '@leadlight/contract/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED, writeAskingPost, shuffled } from '@leadlight/testing/lead-posts'
import { startBlueskyDouble, type BlueskyDouble } from '@leadlight/testing/doubles/bluesky-double'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { startGithubDouble, type GithubDouble } from '@leadlight/testing/doubles/github-double'
import { ended, startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'

function thread(number: number, parts: Partial<CorpusPost>): CorpusPost {
  const where = { platform: 'github', title: null, url: '', channel: 'made-up/ledger' }
  return writeAskingPost(number, { ...where, kind: 'issue', ...parts })
}

let fixture: SearchFixture
let github: GithubDouble
let bluesky: BlueskyDouble
beforeAll(async () => {
  github = await startGithubDouble({
    posts: ASKED.flatMap((text, index) => [
      thread(index, { text, labels: index % 2 ? [] : ['closed'] }),
      thread(index + 10, { text: `${text} Asked as a discussion, of everybody who ships.`, kind: 'discussion' }),
    ]),
  })
  bluesky = await startBlueskyDouble({
    posts: ASKED.map((text, index) => thread(index + 20, { text: shuffled(text) })),
  })
  fixture = await startSearchFixture({
    GITHUB_API_URL: github.apiUrl,
    GITHUB_TOKEN: 'made-up',
    BLUESKY_API_URL: bluesky.pdsUrl,
    BLUESKY_IDENTIFIER: bluesky.key.identifier,
    BLUESKY_APP_PASSWORD: bluesky.key.password,
  })
})
afterAll(async () => {
  await fixture.close()
  await Promise.all([github.close(), bluesky.close()])
})

test('with keys a search covers GitHub and Bluesky too, and issues have their state', async () => {
  const org = await fixture.app.organization()
  const running = await startSearch(org)
  const search = await ended(fixture, org, running)
  expect(search.state).toBe('done')
  const params = { projectId: running.projectId }
  const states = async (query: Record<string, string>) => {
    const { items } = await org.call(listLeads, { params, query: { limit: '200', ...query } })
    return items.map((lead) => lead.github_issue_state)
  }
  const all = await states({ data_source_filters: 'github' })
  expect(new Set(all)).toEqual(new Set(['OPEN', 'CLOSED']))
  const closed = await states({ github_issue_states: 'CLOSED' })
  expect(closed).toEqual(all.filter((state) => state === 'CLOSED'))
  expect((await states({ data_source_filters: 'bluesky' })).length).toBeGreaterThan(0)
})

test("a project's sources include GitHub and Bluesky", async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const platforms = (await org.call(listSources, { params: { projectId } })).map(({ platform }) => platform)
  expect(platforms).toEqual(expect.arrayContaining(['github', 'bluesky']))
})
