import { listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { backtestSignal } from '@leadlight/contract/signal-help'
import * as contract from '@leadlight/contract/signals'
import type { PlanEdits } from '@leadlight/contract/signal-plan'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import {
  ended,
  startSearch,
  startSearchFixture,
  type RunningSearch,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'

const PRICE = 0.5
const SHOWN_MAX = 30
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let free: SearchFixture
let priced: SearchFixture
beforeAll(async () => {
  free = await startSearchFixture()
  priced = await startSearchFixture({ JUDGED_POST_PRICE: String(PRICE), MONTHLY_CREDITS: '500' })
})
afterAll(() => Promise.all([free.close(), priced.close()]))

interface Change {
  intent_signal: string
  not_interested?: string
  plan_edits?: PlanEdits | null
}

const SAVED = 'Freelancers asking which invoicing or bookkeeping software to use'
const CHANGES: Record<string, Change> = {
  'a narrower sentence': { intent_signal: 'Freelancers asking which bookkeeping software to use' },
  'another subject': { intent_signal: 'Gardeners whose tomatoes have spots asking what to do' },
  'a wider sentence': { intent_signal: 'People asking which software to use' },
  'what is not wanted': { intent_signal: SAVED, not_interested: 'Not interested in spreadsheets or anyone selling templates' }, // oxfmt-ignore
  'an exclusion': { intent_signal: SAVED, plan_edits: edits({ exclusions: { added: ['software'], removed: [] } }) },
  'a topic taken out': { intent_signal: SAVED, plan_edits: edits({ topics: { added: [{ phrase: 'accountant', beside: null }], removed: ['invoicing software'] } }) }, // oxfmt-ignore
}

function edits(part: Partial<PlanEdits>): PlanEdits {
  return { ...NO_PLAN_EDITS, ...part }
}

async function searched(fixture: SearchFixture, body: { search_budget?: number } = {}) {
  const org = await fixture.app.organization()
  const run = await startSearch(org, { search_days: 30, ...body })
  await ended(fixture, org, run)
  return { org, run, params: { projectId: run.projectId, id: run.signalId } }
}

/** The signal's current matches: lead posts by address, with the match's score. */
async function matchesOf(fixture: SearchFixture, { signalId }: RunningSearch): Promise<Map<string, number>> {
  const ask = await openUnfenced(fixture.app.database)
  const rows = await ask<{ url: string; score: number }>(
    'select lead.url, lead_match.score from lead_match join lead on lead.id = lead_id where intent_signal_id = $1',
    [signalId],
  )
  return new Map(rows.map(({ url, score }) => [url, score]))
}

async function saveAndReanalyze(
  fixture: SearchFixture,
  org: TestOrganization,
  { run, change, budget }: { run: RunningSearch; change: Change; budget?: number },
) {
  const params = { projectId: run.projectId, id: run.signalId }
  const body = { ...change, do_reanalyze: true, reanalyze_over: 'backtested' as const }
  const reworded = await org.call(contract.updateIntentSignal, {
    params,
    body: { ...body, ...(budget !== undefined && { reanalysis_budget: budget }) },
  })
  return ended(fixture, org, { ...run, searchId: reworded.last_search?.id ?? '' })
}

/** How many of the shown posts are among `urls`, each counted once. */
function shownOf(posts: readonly { url: string }[], urls: readonly string[]): number {
  return new Set(posts.filter(({ url }) => urls.includes(url)).map(({ url }) => url)).size
}

test.each(Object.entries(CHANGES))('saving %s has the result the backtest predicted', async (_, change) => {
  const { org, run, params } = await searched(free)
  const before = await matchesOf(free, run)
  const said = await org.call(backtestSignal, { params, body: change })
  expect(await matchesOf(free, run)).toEqual(before)
  expect(said.matched_before).toBe(before.size)

  const search = await saveAndReanalyze(free, org, { run, change })
  const after = await matchesOf(free, run)
  expect(search).toMatchObject({ state: 'done', seen: said.seen, judged: said.judged })
  expect(search.reanalysis).toMatchObject({ gained: said.gained.count, lost: said.lost.count })
  expect(said.matched_after).toBe(after.size)
  const gained = [...after.keys()].filter((url) => !before.has(url)).toSorted()
  const lost = [...before.keys()].filter((url) => !after.has(url)).toSorted()
  expect(said.gained.count).toBe(gained.length)
  expect(said.lost.count).toBe(lost.length)
  expect(shownOf(said.gained.posts, gained)).toBe(Math.min(SHOWN_MAX, gained.length))
  expect(shownOf(said.lost.posts, lost)).toBe(Math.min(SHOWN_MAX, lost.length))
  for (const post of [...said.gained.posts, ...said.changed.posts]) expect(after.get(post.url)).toBe(post.score)
  for (const post of said.changed.posts) expect(before.get(post.url)).toBe(post.before?.score)
  for (const post of said.lost.posts) expect(before.get(post.url)).toBe(post.before?.score)
})

test('a backtest of the unchanged signal loses and moves nothing, and gains only unseen posts', async () => {
  const { org, params } = await searched(free)
  const said = await org.call(backtestSignal, { params, body: { intent_signal: SAVED } })
  expect(said.lost.count).toBe(0)
  expect(said.changed.count).toBe(0)
  expect(said.gained.posts.every((post) => post.is_only_unseen)).toBe(true)
})

test('evidence and reasons come from the post word for word, and a lost match shows what speaks against it', async () => {
  const { org, params } = await searched(free)
  const body = CHANGES['an exclusion'] ?? { intent_signal: SAVED }
  const said = await org.call(backtestSignal, { params, body })
  expect(said.lost.count).toBeGreaterThan(0)
  for (const post of said.lost.posts) {
    expect(post.reason).not.toBe('')
    expect(post.lead_id).not.toBeNull()
    for (const { start, end } of post.evidence) expect(post.text.slice(start, end).trim()).not.toBe('')
  }
  const told = said.lost.posts.filter(({ reason }) => reason.includes('“software”, which you excluded'))
  expect(told.length).toBeGreaterThan(0)
  expect(told.some(({ evidence }) => evidence.some(({ kind }) => kind === 'against'))).toBe(true)
})

test('a backtest is free, and its quote is what saving spends', async () => {
  const { org, run, params } = await searched(priced)
  const change = CHANGES['a wider sentence'] ?? { intent_signal: SAVED }
  const before = await org.call(getCredits)
  const said = await org.call(backtestSignal, { params, body: change })
  expect(await org.call(getCredits)).toEqual(before)
  expect(said.credits).toBe(said.judged * PRICE)
  expect(said.why).toContain('at 0.5 credits each')

  const search = await saveAndReanalyze(priced, org, { run, change, budget: said.credits })
  expect(search.credits_spent).toBe(said.credits)
  expect(search.reanalysis).toMatchObject({ gained: said.gained.count, lost: said.lost.count })
})

test('posts beyond the budget stay as they are, in the backtest and after saving', async () => {
  const { org, run, params } = await searched(priced, { search_budget: 4 })
  const change = CHANGES['a wider sentence'] ?? { intent_signal: SAVED }
  const said = await org.call(backtestSignal, { params, body: change })
  expect(said).toMatchObject({ judged: 8, credits: 4 })
  expect(said.out_of_reach).toBeGreaterThan(0)
  expect(said.why).toContain('they stay as they are')
  const search = await saveAndReanalyze(priced, org, { run, change, budget: said.credits })
  expect(search).toMatchObject({ judged: 8, credits_spent: 4 })
  expect(search.reanalysis).toMatchObject({ gained: said.gained.count, lost: said.lost.count })
})

test('saving with the backtested posts requires a reanalysis budget', async () => {
  const { org, params } = await searched(priced)
  const body = { intent_signal: 'People who need tea', do_reanalyze: true, reanalyze_over: 'backtested' as const }
  const refused = await org.ask(contract.updateIntentSignal, { params, body })
  expect(refused.problem()).toMatchObject({ status: 422, code: 'reanalysis_budget_missing' })
})

test('a match that a team member removed stays removed in the backtest', async () => {
  const { org, run, params } = await searched(free)
  const { items } = await org.call(listLeads, { params: run })
  const lead = items.find(({ intent_signals }) => intent_signals.length > 0)
  if (!lead) throw new Error('The search found leads.')
  await org.request('PUT', `/api/v1/intent_signals/${run.projectId}/lead/${lead.id}`, { body: { intent_signals: [] } })
  const said = await org.call(backtestSignal, { params, body: { intent_signal: SAVED } })
  expect(said.gained.posts.map(({ lead_id }) => lead_id)).not.toContain(lead.id)
  expect(said.matched_before).toBe((await matchesOf(free, run)).size)
})

test.each([
  { why: 'too much that is not wanted', body: { intent_signal: SAVED, not_interested: 'x'.repeat(501) } },
  { why: 'too many phrases', body: { intent_signal: SAVED, plan_edits: { exclusions: { added: Array.from({ length: 21 }, (_, i) => `word ${i}`), removed: [] } } } }, // oxfmt-ignore
  { why: 'a phrase too long', body: { intent_signal: SAVED, plan_edits: { searches: { added: ['x'.repeat(81)], removed: [] } } } }, // oxfmt-ignore
  { why: 'an act that there is none of', body: { intent_signal: SAVED, plan_edits: { acts: { added: ['dance'], removed: [] } } } }, // oxfmt-ignore
  { why: 'a part that there is none of', body: { intent_signal: SAVED, plan_edits: { weather: [] } } },
])('$why is refused with a sentence', async ({ body }) => {
  const { org, params } = await savedOnly()
  const refused = await org.request('POST', `/api/v1/intent_signals/${params.projectId}/${params.id}/backtest`, {
    body,
  })
  const problem = refused.problem()
  expect(problem.status).toBe(422)
  expect(problem.detail).not.toBe('')
})

async function savedOnly() {
  const org = await free.app.organization()
  const { id: projectId } = await org.project()
  const { id } = await org.call(contract.createIntentSignal, { params: { projectId }, body: { intent_signal: SAVED } })
  return { org, params: { projectId, id } }
}

test('a backtest of another organization’s signal gets 404, and a guest gets 403', async () => {
  const { org, params } = await savedOnly()
  const body = { intent_signal: SAVED }
  const stranger = await org.foreign()
  const foreign = await stranger.ask(backtestSignal, { params, body })
  const missing = await stranger.ask(backtestSignal, { params: { ...params, id: UNKNOWN }, body })
  expect(foreign.status).toBe(404)
  expect({ ...foreign.problem(), request_id: '' }).toEqual({ ...missing.problem(), request_id: '' })
  const guest = await org.member('GUEST', { projectIds: [params.projectId] })
  expect((await guest.ask(backtestSignal, { params, body })).status).toBe(403)
})
