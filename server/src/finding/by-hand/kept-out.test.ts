import { bringPosts } from '@leadlight/contract/by-hand'
import { getLead } from '@leadlight/contract/leads'
import { createIntentSignal } from '@leadlight/contract/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED } from '@leadlight/testing/lead-posts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { BOOKKEEPING, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { organizationScope } from '../../platform/scopes.ts'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

async function open() {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  await org.call(createIntentSignal, { params: { projectId }, body: { intent_signal: BOOKKEEPING } })
  return { org, projectId }
}

async function suppress({ organizationId }: TestOrganization, account: { platform: string; externalId: string }) {
  const { suppression } = fixture.app.dependencies.matching
  const author = suppression.inOrganization(organizationId, account)
  await fixture.app.db.transaction(organizationScope(organizationId), (tx) =>
    insertSuppressed(tx, organizationId, [{ author, at: fixture.app.clock.now() }]),
  )
}

test.each([
  ['reddit', 'https://www.reddit.com/r/bookkeeping/comments/1', 'quillkeptout', 'u/quillkeptout'],
  ['hacker_news', 'https://news.ycombinator.com/item?id=1', 'quillkeptout', 'quillkeptout'],
  ['by_hand', 'https://www.linkedin.com/posts/1', 'linkedin.com/quillkeptout', 'QuillKeptOut'],
])('whoever is kept out as an account of %s is not brought in at %s', async (platform, url, externalId, author) => {
  const { org, projectId } = await open()
  await suppress(org, { platform, externalId })
  const text = ASKED[0] ?? ''
  const items = [
    { url, text, author },
    { url: `${url}2`, text: ASKED[1] ?? '', author: 'Rosa Lind' },
  ]
  const { items: answers } = await org.call(bringPosts, { params: { projectId }, body: { items } })
  expect(answers).toMatchObject([
    { state: 'passed_over', lead_id: null, why: 'Whoever wrote it does not want to be kept here.' },
    { state: 'lead' },
  ])
  const ask = await openUnfenced(fixture.app.database)
  expect(await findWords(ask, author.replace('u/', ''))).toEqual([])
})

test('a profile’s address of two thousand characters, a password and a day to come are all no trouble', async () => {
  const { org, projectId } = await open()
  const profile = `https://www.linkedin.com/in/${'rosa-'.repeat(390)}`
  const item = {
    url: 'https://rosa:secret@www.linkedin.com/posts/9',
    text: ASKED[2] ?? '',
    author: 'Rosa Lind',
    author_url: profile,
    posted_at: '2199-01-01T00:00:00Z',
  }
  const { items } = await org.call(bringPosts, { params: { projectId }, body: { items: [item] } })
  expect(items).toMatchObject([{ state: 'lead' }])
  const lead = await org.call(getLead, { params: { projectId, id: items[0]?.lead_id ?? '' } })
  expect(lead).toMatchObject({ author: 'Rosa Lind', url: 'https://www.linkedin.com/posts/9' })
  expect(new Date(lead.posted_at).getTime()).toBeLessThanOrEqual(fixture.app.clock.now().getTime())
})

test('a post that repeated a lead and has other words now is judged by them, and is a lead of its own', async () => {
  const { org, projectId } = await open()
  const bring = async (url: string, text: string) =>
    (await org.call(bringPosts, { params: { projectId }, body: { items: [{ url, text }] } })).items[0]
  const lead = await bring('https://www.linkedin.com/posts/1', ASKED[0] ?? '')
  const there = 'https://www.facebook.com/groups/1/posts/2'
  expect(await bring(there, ASKED[0] ?? '')).toMatchObject({ state: 'duplicate', lead_id: lead?.lead_id })
  const own = await bring(there, ASKED[3] ?? '')
  expect(own).toMatchObject({ state: 'lead' })
  expect(own?.lead_id).not.toBe(lead?.lead_id)
  expect(await bring(there, 'Something else')).toMatchObject({ state: 'duplicate', lead_id: own?.lead_id })
})
