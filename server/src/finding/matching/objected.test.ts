import { listLeads } from '@leadlight/contract/leads'
import { previewSignal } from '@leadlight/contract/signals'
import { afterEach, expect, test } from 'vitest'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { ASKED, writeAskingPost } from '@leadlight/testing/lead-posts'

import { startMonitored, startMonitoringFixture } from '@leadlight/testing/monitoring-fixture'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { BOOKKEEPING, ended, startSearch, startSearchFixture } from '@leadlight/testing/search-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { organizationScope } from '../../platform/scopes.ts'

const HANDLE = 'quillobject'
const START = '2026-11-02T09:00:00Z'

let close: () => Promise<void>
afterEach(() => close())

async function suppress(app: TestApp, organizationId: string): Promise<void> {
  const { suppression } = app.dependencies.matching
  const author = suppression.inOrganization(organizationId, { platform: 'hacker_news', externalId: HANDLE })
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    insertSuppressed(tx, organizationId, [{ author, at: app.clock.now() }]),
  )
}

async function authorsOf(org: Awaited<ReturnType<TestApp['organization']>>, projectId: string) {
  const { items } = await org.call(listLeads, { params: { projectId } })
  return items.map(({ author }) => author ?? '').toSorted()
}

function asking(authors: readonly string[]): CorpusPost[] {
  return authors.map((author, n) => writeAskingPost(n + 1, { author, platform: 'hackernews', text: ASKED[n] ?? '' }))
}

test('a search neither stores, judges nor shows what somebody wrote who objected, and finds the others', async () => {
  const fixture = await startSearchFixture({}, undefined, asking([HANDLE, 'ada', HANDLE, 'bea']))
  close = () => fixture.close()
  const [org, other] = [await fixture.app.organization(), await fixture.app.organization()]
  await suppress(fixture.app, org.organizationId)
  const run = await startSearch(org)
  const search = await ended(fixture, org, run)
  const ask = await openUnfenced(fixture.app.database)
  expect(await findWords(ask, HANDLE)).toEqual([])

  // Another organization, to which they did not object, finds them; the first is not shown them all the same.
  const others = await startSearch(other)
  const theirs = await ended(fixture, other, others)
  const found = await authorsOf(other, others.projectId)
  expect(found).toContain(HANDLE)
  const welcome = found.filter((author) => author !== HANDLE)
  expect(welcome.length).toBeGreaterThan(0)
  expect(await authorsOf(org, run.projectId)).toEqual(welcome)
  expect(search.judged).toBeLessThan(theirs.judged)
  const again = await startSearch(org)
  expect((await ended(fixture, org, again)).judged).toBe(search.judged)
  expect(await authorsOf(org, again.projectId)).toEqual(welcome)
  const body = { intent_signal: BOOKKEEPING, search_days: 365 }
  const shown = await org.call(previewSignal, { params: { projectId: run.projectId }, body })
  expect(shown.posts.length).toBeGreaterThan(0)
  expect(JSON.stringify(shown)).not.toContain(HANDLE)
})

test('monitoring does not store what somebody writes who objected to all who listen', async () => {
  const posts = Array.from({ length: 4 }, (_, n) => {
    const post = corpusPost(n + 1, { at: new Date(Date.parse(START) + (n + 2) * 60_000), words: ASKED[n] ?? '' })
    return { ...post, platform: 'hackernews' as const, author: n % 2 === 0 ? HANDLE : 'ada' }
  })
  const fixture = await startMonitoringFixture({ posts, start: START })
  close = () => fixture.close()
  const org = await fixture.app.organization()
  await suppress(fixture.app, org.organizationId)
  const { projectId } = await startMonitored(org)
  await fixture.pass(20)
  expect(new Set(await authorsOf(org, projectId))).toEqual(new Set(['ada']))
  const ask = await openUnfenced(fixture.app.database)
  expect(await findWords(ask, HANDLE)).toEqual([])
})
