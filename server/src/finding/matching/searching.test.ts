// Also on the embedded database: a journey of this slice.
import { getLead, listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import * as contract from '@leadlight/contract/signals'
import { listCoverage, listSources } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reserveCredits } from '../../core/billing/ledger.ts'
import { organizationScope } from '../../platform/scopes.ts'
import {
  BOOKKEEPING,
  ended,
  startSearch,
  startSearchFixture,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '100' })
})
afterAll(() => fixture.close())

/** Reserves so many thousandths of a credit, so that the organization has less. */
async function hold({ organizationId }: TestOrganization, amount: number): Promise<void> {
  const none = { signalId: null, projectId: null, accountId: null, role: null }
  const occasion = { what: 'Everything', work: 'draft' as const, ...none }
  await fixture.app.db.transaction(organizationScope(organizationId), (tx) =>
    reserveCredits(tx, fixture.app.dependencies.ledger, organizationId, { key: 'all', amount, occasion }),
  )
}

describe('a search', () => {
  test('finds leads, each with the words that prove it, and charges for the posts it judged', async () => {
    const org = await fixture.app.organization()
    const run = await startSearch(org)
    const search = await ended(fixture, org, run)

    expect(search).toMatchObject({ state: 'done', note: null })
    expect(search.kept).toBeGreaterThan(0)
    expect(search.credits_spent).toBe(search.judged * 0.5)
    expect((await org.call(getCredits)).credit_balance).toBe(100 - search.credits_spent)

    const { items } = await org.call(listLeads, { params: run })
    expect(items).toHaveLength(search.kept)
    for (const { id, excerpt } of items) {
      const lead = await org.call(getLead, { params: { ...run, id } })
      const [match] = lead.matches
      expect(match?.intent_signal).toBe(BOOKKEEPING)
      expect(match?.evidence.every(({ start, end }) => lead.text.slice(start, end).trim() !== '')).toBe(true)
      expect(excerpt.evidence.every(({ start, end }) => lead.text.includes(excerpt.text.slice(start, end)))).toBe(true)
    }
  })

  test('costs nothing the second time for what it has judged, and adds no lead twice', async () => {
    const org = await fixture.app.organization()
    const run = await startSearch(org)
    const first = await ended(fixture, org, run)
    const params = { projectId: run.projectId, id: run.signalId }
    const { search_id: searchId } = await org.call(contract.runSearch, { params })
    const second = await ended(fixture, org, { ...run, searchId })

    expect(second).toMatchObject({
      seen: first.seen,
      judged: first.judged,
      new_leads: 0,
      kept: first.kept,
      credits_spent: 0,
    })
    expect((await org.call(listLeads, { params: run })).total).toBe(first.kept)
  })

  test('never spends beyond its budget, and says how many posts it left', async () => {
    const org = await fixture.app.organization()
    const search = await ended(fixture, org, await startSearch(org, { search_budget: 2 }))

    expect(search).toMatchObject({ state: 'done', judged: 4, credits_spent: 2 })
    expect(search.note).toMatch(/^The budget is used up: \d+ more posts were found and not judged\.$/)
  })

  test('reports a failing source, and the coverage ledger records the gap', async () => {
    const org = await fixture.app.organization()
    fixture.hackerNews.failNext({ kind: 'status', status: 503 }, 100)
    const run = await startSearch(org)
    const search = await ended(fixture, org, run)
    fixture.hackerNews.failNext({ kind: 'status', status: 503 }, 0)

    const hackerNews = search.channels.find(({ platform }) => platform === 'hacker_news')
    expect(hackerNews?.error).toMatch(/Hacker News/)
    const sources = await org.call(listSources, { params: { projectId: run.projectId } })
    expect(sources.find(({ platform }) => platform === 'hacker_news')).toMatchObject({ health: 'failing' })
    const looks = await org.call(listCoverage, { params: { projectId: run.projectId } })
    expect(looks.some(({ gap, error }) => gap && error !== null)).toBe(true)
  })

  test('emits one event when a source fails and one when it works again', async () => {
    const org = await fixture.app.organization()
    fixture.hackerNews.recover()
    fixture.hackerNews.failNext({ kind: 'status', status: 503 })
    const { projectId, ...run } = await startSearch(org)
    await ended(fixture, org, { projectId, ...run })
    const scope = organizationScope(org.organizationId)
    const { rows } = await fixture.app.db.transaction(scope, (tx) =>
      sql<{ error: string | null }>`
        select payload->>'error' as error from event
        where project_id = ${projectId} and payload->>'type' = 'source' and payload->>'platform' = 'hacker_news'
        order by id`.execute(tx),
    )
    expect(rows).toEqual([{ error: expect.stringMatching(/^Hacker News/) }, { error: null }])
    const sources = await org.call(listSources, { params: { projectId } })
    expect(sources.find(({ platform }) => platform === 'hacker_news')).toMatchObject({ health: 'working', error: null })
  })

  test('runs once at a time for a signal, stops on request, and releases its reservation', async () => {
    const org = await fixture.app.organization()
    fixture.hackerNews.failNext({ kind: 'hang' })
    const run = await startSearch(org)
    const params = { projectId: run.projectId, id: run.signalId }

    const again = await org.request('POST', `/api/v1/intent_signals/${run.projectId}/${run.signalId}/run_search`)
    expect(again.problem()).toMatchObject({ status: 409, code: 'search_running' })
    const stopped = await org.call(contract.stopSearch, { params })
    expect(stopped.state).toBe('stopped')
    expect((await org.call(getCredits)).credit_balance).toBe(100 - stopped.credits_spent)
    const path = `/api/v1/intent_signals/${run.projectId}/${run.signalId}/stop_search`
    expect((await org.request('POST', path)).problem()).toMatchObject({ status: 409, code: 'search_not_running' })
  })

  test('judges as many posts as the credits allow, and says when they end before its budget', async () => {
    const org = await fixture.app.organization()
    await hold(org, 98_000)
    const search = await ended(fixture, org, await startSearch(org, { search_budget: 50 }))

    expect(search).toMatchObject({ state: 'done', judged: 4, credits_spent: 2 })
    expect(search.note).toMatch(/^No credits are left: \d+ more posts were found and not judged\.$/)
  })

  test('is refused where judging costs and no credits are left', async () => {
    const org = await fixture.app.organization()
    await hold(org, 100_000)
    const { id: projectId } = await org.project({ name: 'Broke' })
    const body = { intent_signal: BOOKKEEPING }
    const { id } = await org.call(contract.createIntentSignal, { params: { projectId }, body })

    const refused = await org.request('POST', `/api/v1/intent_signals/${projectId}/${id}/run_search`)
    expect(refused.problem()).toMatchObject({ status: 402, code: 'no_credits_left' })
  })
})
