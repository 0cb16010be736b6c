import { listLeads } from '@leadlight/contract/leads'
import { listSources } from '@leadlight/contract/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBlueskyDouble, type BlueskyDouble } from '../testing/doubles/bluesky-double.ts'
import type { CorpusPost } from '../testing/doubles/corpus.ts'
import { corpusPost } from '../testing/channel-stands.ts'
import { startGithubDouble, type GithubDouble } from '../testing/doubles/github-double.ts'
import { ended, NOW, startSearch, startSearchStand, type SearchStand } from '../testing/search-stand.ts'

const ASKED = [
  'Which invoicing software do freelancers here use? I bill three clients a month and my template keeps breaking.',
  'Looking for bookkeeping software for a solo consultant. Bank import and sales tax are a must, payroll is not.',
  'Can anybody recommend an invoicing app that sends reminders? I am a freelance designer and forget to ask for my money.',
  'What do other freelancers use to keep their books? A spreadsheet does not do any more since I have two currencies.',
]

function thread(number: number, parts: Partial<CorpusPost>): CorpusPost {
  const at = new Date(Date.parse(NOW) - (number + 1) * 3_600_000)
  const post = corpusPost(number, { at, words: '' })
  return { ...post, platform: 'github', kind: 'issue', title: null, url: '', channel: 'made-up/ledger', ...parts }
}

/** The same wish in another order, so that it is no duplicate. */
function shuffled(text: string): string {
  return text
    .split(/(?<=[.?]) /)
    .toReversed()
    .join(' And so I ask here on a quiet evening: ')
}

let stand: SearchStand
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
  stand = await startSearchStand({
    GITHUB_API_URL: github.apiUrl,
    GITHUB_TOKEN: 'made-up',
    BLUESKY_API_URL: bluesky.pdsUrl,
    BLUESKY_IDENTIFIER: bluesky.key.identifier,
    BLUESKY_APP_PASSWORD: bluesky.key.password,
  })
})
afterAll(async () => {
  await stand.close()
  await Promise.all([github.close(), bluesky.close()])
})

test('with keys a search looks through GitHub and Bluesky too, and issues bring their state', async () => {
  const org = await stand.app.organization()
  const running = await startSearch(org)
  const search = await ended(stand, org, running)
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

test('the sources of a project name them', async () => {
  const org = await stand.app.organization()
  const { id: projectId } = await org.project()
  const platforms = (await org.call(listSources, { params: { projectId } })).map(({ platform }) => platform)
  expect(platforms).toEqual(expect.arrayContaining(['github', 'bluesky']))
})
