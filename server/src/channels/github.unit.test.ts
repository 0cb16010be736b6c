import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startGithubDouble, type GithubDouble } from '@leadlight/testing/doubles/github-double'
import type { Channel, SearchRequest } from './channel.ts'
import { createGithub } from './github.ts'

const NOW = '2026-11-21T12:00:00Z'
const AT = new Date('2026-11-20T00:00:00Z')
const { signal } = new AbortController()

let double: GithubDouble
let outbound: Outbound

beforeEach(async () => {
  const posts = [0, 1, 2, 3].map((number) => ({
    ...corpusPost(number, { at: new Date(AT.getTime() + number * 1000), words: 'crm' }),
    platform: 'github',
    kind: number === 3 ? 'discussion' : 'issue',
    labels: number === 1 ? ['closed'] : [],
    channel: number === 2 ? 'made-up/other' : 'made-up/place',
  }))
  double = await startGithubDouble({ posts })
  outbound = createOutbound({ userAgent: 'Leadlight (+https://leads.example.com)' })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

function channel(token?: string): Channel {
  return createGithub({ apiUrl: double.apiUrl, token, fetch: outbound.operator, clock: createImpatientClock(NOW) })
}

function search(by: Channel, asked: Partial<SearchRequest> = {}) {
  const query = { words: 'crm', phrases: [], exclude: [] }
  const window = { since: new Date(0), until: new Date(NOW) }
  return by.search({ query, source: null, ...window, cursor: null, limit: 50, signal, ...asked })
}

test('issues come with their state and repository, also without a token', async () => {
  const { posts, limits } = await search(channel())
  expect(posts.map(({ githubIssueState, community }) => [githubIssueState, community?.name])).toEqual([
    ['OPEN', 'made-up/other'],
    ['CLOSED', 'made-up/place'],
    ['OPEN', 'made-up/place'],
  ])
  expect(limits?.remaining).toBeGreaterThan(0)
  expect(double.questions[0]?.headers).toMatchObject({
    accept: 'application/vnd.github+json',
    'user-agent': 'Leadlight (+https://leads.example.com)',
  })
  expect(double.questions[0]?.headers.authorization).toBeUndefined()
})

test("discussions need a token, and the project's own is used before the installation's", async () => {
  const source = { externalId: 'discussions' }
  await expect(search(channel(), { source })).rejects.toMatchObject({ kind: 'misconfigured' })
  const { posts } = await search(channel('installation'), { source, key: { token: 'own' } })
  expect(posts).toMatchObject([
    { kind: 'question', githubIssueState: 'OPEN', url: expect.stringContaining('/discussions/') },
  ])
  expect(double.questions.at(-1)?.headers.authorization).toBe('Bearer own')
})

test('a check finds issues and discussions that were deleted', async () => {
  const { posts } = await search(channel())
  const [gone = '', here = ''] = posts.map(({ externalId }) => externalId)
  double.remove(gone)
  const states = await channel('made-up').check?.([gone, here, 'no id'], signal)
  expect(Object.fromEntries(states ?? [])).toEqual({ [gone]: 'deleted', [here]: 'present' })
})

test.each(['made-up/place', 'https://github.com/made-up/place', 'https://github.com/made-up/place.git'])(
  'the repository in %s is found',
  async (typed) => {
    expect(await channel().findSource?.(typed, signal)).toMatchObject({ externalId: 'made-up/place' })
  },
)

test.each(['made-up/nowhere', 'just words', 'https://gitlab.example/a/b'])(
  '%s is refused as no repository',
  async (typed) => {
    await expect(channel().findSource?.(typed, signal)).rejects.toMatchObject({ kind: 'misconfigured' })
  },
)

test('words beyond GitHub’s limit are left out whole', async () => {
  await search(channel(), { query: { words: 'long '.repeat(80), phrases: ['cut in two'], exclude: ['x'] } })
  const q = double.questions[0]?.url.searchParams.get('q') ?? ''
  expect(q).toMatch(/^(long )+in:title,body is:issue created:1970-01-01T00:00:00Z\.\.2026-11-21T11:59:59Z$/)
  expect(q.indexOf(' in:')).toBeLessThanOrEqual(250)
})
