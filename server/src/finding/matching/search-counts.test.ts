import { getAskedSearches } from '@leadlight/contract/asked-searches'
import { listLeads } from '@leadlight/contract/leads'
import type { Search } from '@leadlight/contract/search'
import { createIntentSignal, listSearches, runSearch } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { ended, startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' })
})
afterAll(() => fixture.close())

/** The events a search emitted while it ran, in order. */
async function toldOf(org: TestOrganization, searchId: string): Promise<Search[]> {
  const rows = await fixture.app.db.transaction(organizationScope(org.organizationId), (tx) =>
    sql<{ search: Search }>`
      select payload->'search' as search from event
      where organization_id = ${org.organizationId} and payload->'search'->>'id' = ${searchId} order by id`.execute(tx),
  )
  return rows.rows.map(({ search }) => search)
}

/** Comparing and judging go forward in steps of at most so many posts, and judging ends with all that it was to judge. */
function expectSteadyProgress(told: readonly Search[]) {
  const progress = told.flatMap((one) => one.progress ?? [])
  expect(progress.length).toBeGreaterThan(2)
  for (const { done, of } of progress) expect(done).toBeLessThanOrEqual(of)
  for (const [earlier, later] of told.slice(1).map((one, index) => [told[index]!, one] as const)) {
    expect(later.judged - earlier.judged).toBeLessThanOrEqual(16)
  }
}

function inWords({ display_name, words }: { display_name: string; words: string }): string {
  return `${display_name}: ${words}`
}

test('a search counts the matches of its own signal only, the same in its events and at the end', async () => {
  const org = await fixture.app.organization()
  const first = await startSearch(org)
  const params = { projectId: first.projectId }
  const before = await ended(fixture, org, first)
  const body = { intent_signal: 'Freelancers asking which bookkeeping or invoicing tool to choose', search_days: 365 }
  const { id: signalId } = await org.call(createIntentSignal, { params, body })
  const { search_id: searchId } = await org.call(runSearch, { params: { ...params, id: signalId } })
  const after = await ended(fixture, org, { ...first, signalId, searchId })

  for (const [search, signal] of [
    [before, first.signalId],
    [after, signalId],
  ] as const) {
    const { total } = await org.call(listLeads, { params, query: { intent_signals: signal } })
    expect(search.kept).toBe(total)
    const told = await toldOf(org, search.id)
    expect(told.at(-1)).toEqual(search)
    for (const count of ['seen', 'judged', 'kept', 'new_leads', 'credits_spent'] as const) {
      const counts = told.map((one) => one[count] ?? -1)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    }
    expect(told.map(({ step }) => step)).toEqual(told.map((_, index) => index))
    for (const one of told) {
      expect(one.judged).toBeLessThanOrEqual(one.seen)
      expect(one.kept).toBeLessThanOrEqual(one.judged)
    }
    expectSteadyProgress(told)
    for (const one of told) expect(one.seen).toBe(one.held + one.channels.reduce((sum, { seen }) => sum + seen, 0))
    // Each question is told as it is put, again for each of its pages.
    const asked = await org.call(getAskedSearches, { params: { ...params, id: signal } })
    const questions = (asked?.channels ?? []).flatMap(({ display_name, searches }) =>
      searches.map(({ words }) => ({ display_name, words })),
    )
    const asking = told.flatMap((one) => one.asking ?? [])
    expect(new Set(asking.map(inWords))).toEqual(new Set(questions.map(inWords)))
    expect(asking.every(({ until }) => until === null)).toBe(true)
    const numbers = [...new Set(asking.map(({ question }) => question))]
    expect(numbers.toSorted((a, b) => a - b)).toEqual(questions.map((_, index) => index + 1))
    expect(search).toMatchObject({ asking: null, progress: null })
  }
  const { total } = await org.call(listLeads, { params })
  expect(total).toBeLessThan(before.kept + after.kept)
  // A lead is new to the project once, whichever searches keep it.
  expect(total).toBe((before.new_leads ?? 0) + (after.new_leads ?? 0))
  expect((await org.call(listSearches, { params })).map(({ kept }) => kept)).toEqual([after.kept, before.kept])
})

test('a search tells that a source wants to be left alone, and until when, and asks it then', async () => {
  const org = await fixture.app.organization()
  fixture.hackerNews.failNext({ kind: 'status', status: 429, headers: { 'retry-after': '15' } })
  const run = await startSearch(org)
  const search = await ended(fixture, org, run)
  const told = await toldOf(org, search.id)
  const waits = told.flatMap((one) => (one.asking?.until == null ? [] : [one.asking]))
  expect(waits).toMatchObject([{ display_name: 'Hacker News', question: 1 }])
  const until = Date.parse(waits[0]!.until!)
  const [, after] = told.slice(told.findIndex(({ asking }) => asking?.until != null))
  expect(after!.seen).toBeGreaterThan(0)
  const reads = await fixture.app.db.transaction(organizationScope(org.organizationId), (tx) =>
    sql<{ at: Date }>`
      select polled_at as at from coverage where organization_id = ${org.organizationId} and search_id = ${search.id}
        and error is null and platform = 'hacker_news' order by id limit 1`.execute(tx),
  )
  expect(reads.rows[0]!.at.getTime()).toBeGreaterThanOrEqual(until)
  expect(search).toMatchObject({ state: 'done', asking: null })
})
