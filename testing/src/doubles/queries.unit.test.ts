import { expect, test } from 'vitest'
import { z } from 'zod'
import { corpusPost } from '../channel-fixtures.ts'
import { createManualClock } from '../manual-clock.ts'
import { startBlueskyDouble } from './bluesky-double.ts'
import type { CorpusPost } from './corpus.ts'
import { startGithubDouble } from './github-double.ts'
import { startHackerNewsDouble } from './hacker-news-double.ts'
import { startMastodonDouble } from './mastodon-double.ts'
import { startRedditDouble } from './reddit-double.ts'
import { startStackExchangeDouble } from './stack-exchange-double.ts'

// Each platform reads a query in its own way.
const NOW = new Date('2026-11-21T12:00:00Z')
const clock = createManualClock(NOW)
const SAID = ['leave crm', 'crm rivals', 'leave the crm', 'invoice #late', 'leaves']
const posts = (made: Partial<CorpusPost>, more: (number: number) => Partial<CorpusPost> = () => ({})) =>
  SAID.map((words, number) => ({
    ...corpusPost(number, { at: new Date(NOW.getTime() - number * 1000), words }),
    title: `Title ${words.split(' ')[0]}`,
    text: words,
    ...made,
    ...more(number),
  }))
/** Which of the posts an answer holds, by the field that says their text, in the answer's order. */
async function numbers(url: string, field: string, { form = '', token = '' } = {}): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}`, ...(form !== '' && { 'content-type': 'application/json' }) }
  const response = await fetch(url, { headers, ...(form !== '' && { method: 'POST', body: form }) })
  const texts = [...(await response.text()).matchAll(new RegExp(`"${field}":"((?:[^"\\\\]|\\\\.)*)"`, 'g'))]
  return texts.map(([, text = '']) => SAID.indexOf(text.replace(/<[^>]+>/g, '')))
}

test.each([
  ['query=leave crm', [0, 2]],
  ['query="leave crm"', [0]],
  ['query=crm -leave', [1]],
  ['query=leave OR rivals', []],
  ['query=leav', []],
  ['query=leav&queryType=prefixLast', [0, 2, 4]],
  ['query=leave rivals&optionalWords=leave,rivals', [0, 1, 2]],
  ['query=crm rivals leaves&optionalWords=rivals,leaves', [0, 1, 2]],
])('Hacker News: %s', async (query, expected) => {
  const double = await startHackerNewsDouble({ posts: posts({ platform: 'hackernews' }), clock })
  expect(await numbers(encodeURI(`${double.searchUrl}/search_by_date?${query}`), 'story_text')).toEqual(expected)
  await double.close()
})

test.each([
  ['/search?q=leave crm', [0, 2]],
  ['/search?q=rivals OR invoice', [1, 3]],
  ['/search?q="leave crm" OR rivals', [0, 1]],
  ['/search?q=crm (rivals OR the)', [1, 2]],
  ['/search?q=crm NOT leave', [1]],
  ['/search?q=crm -(rivals OR the)', [0]],
  ['/search?q=title:crm', [1]],
  ['/search?q=title:(leave OR invoice) selftext:crm', [0, 2]],
  ['/search?q=crm subreddit:one', [0, 2]],
  ['/search?q=crm) OR (', [0, 1, 2]],
  ['/r/one/search?q=leave OR rivals&restrict_sr=1', [0, 2]],
  ['/r/ONE+two/search?q=leave OR rivals&restrict_sr=1', [0, 1, 2]],
  ['/r/one/search?q=leave OR rivals', [0, 1, 2]],
  ['/r/two+made_up/new?', [1, 3, 4]],
  ['/r/nowhere/new?', []],
])('Reddit: %s', async (path, expected) => {
  const places = ['r/one', 'r/Two', 'r/one', 'made-up/place', null]
  const double = await startRedditDouble({ posts: posts({}, (number) => ({ channel: places[number] ?? null })) })
  const basic = Buffer.from(`${double.key.clientId}:${double.key.clientSecret}`).toString('base64')
  const body = 'grant_type=client_credentials'
  const given = await fetch(`${double.apiUrl}/api/v1/access_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body,
  })
  const token = z.object({ access_token: z.string() }).parse(await given.json()).access_token
  expect(await numbers(encodeURI(`${double.apiUrl}${path}`), 'selftext', { token })).toEqual(expected)
  await double.close()
})

test.each([
  ['leave crm', [0, 2]],
  ['rivals OR "leave crm"', [0, 1]],
  ['(rivals OR the) AND crm', [1, 2]],
  ['crm NOT the', [0, 1]],
  ['crm in:title', [1]],
  ['crm in:title,body is:issue', [0, 1, 2]],
  ['label:"help wanted"', [1, 3]],
  ['crm -label:"help wanted"', [0, 2]],
  ['repo:one/place leave', [2]],
  ['created:>=2026-11-21T11:59:58Z leave', [0, 2]],
  ['a OR b OR c OR d OR e OR f OR crm', []],
  ['x'.repeat(257), []],
])('GitHub: %s', async (q, expected) => {
  const more = (number: number) => ({
    url: `https://github.com/${number === 2 ? 'one' : 'other'}/place/issues/1`,
    labels: number % 2 === 1 ? ['help wanted'] : [],
  })
  const double = await startGithubDouble({ posts: posts({ platform: 'github' }, more) })
  const url = `${double.apiUrl}/search/issues?${new URLSearchParams({ q }).toString()}`
  expect(await numbers(url, 'body')).toEqual(expected)
  expect(await (await fetch(url)).json()).toMatchObject(
    expected.length > 0 ? { total_count: expected.length } : { message: 'Validation Failed' },
  )
  await double.close()
})

test.each([
  ['q=leave crm', [0, 2]],
  ['q="leave crm"', [0]],
  ['q=crm -leave', [1]],
  ['title=leave', [0, 2]],
  ['body=crm&title=leave', [0, 2]],
  ['tagged=one;two&q=crm', [1, 2]],
  ['nottagged=one&q=crm', [0, 2]],
])('Stack Exchange: %s', async (query, expected) => {
  const more = (number: number) => ({ labels: [['one'], ['two']][number - 1] ?? [] })
  const double = await startStackExchangeDouble({ posts: posts({}, more) })
  const url = encodeURI(`${double.apiUrl}/search/advanced?site=stackoverflow&${query}`)
  expect(await numbers(`${url}&filter=withbody`, 'body')).toEqual(expected)
  expect(await (await fetch(`${url}&filter=total`)).json()).toEqual({ total: expected.length })
  expect(await (await fetch(`${url}&filter=!own`)).json()).toMatchObject({ total: expected.length })
  await double.close()
})

test.each([
  ['/api/v2/search?q=leave crm', [0, 2]],
  ['/api/v2/search?q="leave crm"', [0]],
  ['/api/v2/search?q=crm -leave', [1]],
  ['/api/v1/timelines/tag/Late', [3]],
  ['/api/v1/timelines/tag/made_up', [0, 1, 2, 3, 4]],
])('Mastodon: %s', async (path, expected) => {
  const double = await startMastodonDouble({ posts: posts({}) })
  const found = await numbers(encodeURI(`${double.instanceUrl}${path}`), 'content', { token: double.token })
  expect(found.toSorted((a, b) => a - b)).toEqual(expected)
  await double.close()
})

test.each([
  ['leave crm', [0, 2]],
  ['"leave crm"', [0]],
  ['leave OR rivals', []],
])('Bluesky: %s', async (q, expected) => {
  const double = await startBlueskyDouble({ posts: posts({}) })
  const session = await numbers(`${double.pdsUrl}/xrpc/com.atproto.server.createSession`, 'accessJwt', {
    form: JSON.stringify(double.key),
  })
  expect(session).toHaveLength(1)
  const url = `${double.pdsUrl}/xrpc/app.bsky.feed.searchPosts?${new URLSearchParams({ q }).toString()}`
  expect(await numbers(url, 'text', { token: 'access-1' })).toEqual(expected)
  await double.close()
})
