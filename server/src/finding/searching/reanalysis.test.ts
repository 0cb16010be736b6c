import { listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import * as contract from '@leadlight/contract/signals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import {
  ended,
  startSearch,
  startSearchFixture,
  type RunningSearch,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'

const PRICE = 0.5
const NEAR = 'Freelancers asking which software to use for invoices'
const FAR = 'Gardeners whose tomatoes have spots asking what to do'

let fixture: SearchFixture
let free: SearchFixture
let onPoint: ((name: string) => Promise<void>) | undefined
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: String(PRICE), MONTHLY_CREDITS: '500' }, (name) =>
    onPoint ? onPoint(name) : Promise.resolve(),
  )
  free = await startSearchFixture()
})
afterAll(() => Promise.all([fixture.close(), free.close()]))

/** A signal that has been searched for, and that search's counts. */
async function searched(where: SearchFixture, budget: number | null = null) {
  const org = await where.app.organization()
  const run = await startSearch(org)
  const first = await ended(where, org, run)
  if (budget !== null) {
    const body = { intent_signal: 'Freelancers asking which invoicing or bookkeeping software to use', do_reanalyze: false } // oxfmt-ignore
    await org.call(contract.updateIntentSignal, { params: paramsOf(run), body: { ...body, search_budget: budget } })
  }
  return { org, run, first }
}

const paramsOf = ({ projectId, signalId: id }: RunningSearch) => ({ projectId, id })
const quote = (org: TestOrganization, run: RunningSearch, intent_signal: string) =>
  org.call(contract.quoteReanalysis, { params: paramsOf(run), body: { intent_signal } })

async function reword(org: TestOrganization, run: RunningSearch, intent_signal: string, reanalysis_budget?: number) {
  const body = { intent_signal, do_reanalyze: true, ...(reanalysis_budget !== undefined && { reanalysis_budget }) }
  const { last_search: search } = await org.call(contract.updateIntentSignal, { params: paramsOf(run), body })
  return { ...run, searchId: search?.id ?? '' }
}

test('a re-analysis is quoted by the posts judged before, and costs no more', async () => {
  const { org, run, first } = await searched(fixture)
  const before = await org.call(getCredits)
  const quoted = await quote(org, run, NEAR)
  expect(quoted).toMatchObject({ posts: first.judged, credits: first.judged * PRICE })
  expect(quoted.why).toContain('at 0.5 credits')
  expect(await org.call(getCredits)).toEqual(before)

  const search = await ended(fixture, org, await reword(org, run, NEAR, quoted.credits))
  expect(search).toMatchObject({ state: 'done', seen: first.judged, search_budget: quoted.credits, channels: [] })
  expect(search.credits_spent).toBe(search.judged * PRICE)
  expect(search.credits_spent).toBeLessThanOrEqual(quoted.credits)
  expect(search.reanalysis?.done).toBe(first.judged)
  const after = await org.call(getCredits)
  expect(before.credit_balance - after.credit_balance).toBeCloseTo(search.credits_spent, 6)
})

test('a re-analysis counts the matches it gained and lost', async () => {
  const { org, run, first } = await searched(free)
  const away = await ended(free, org, await reword(org, run, FAR))
  const matchedBy = async () =>
    (await org.call(listLeads, { params: run })).items.filter((lead) => lead.intent_signals.length > 0).length
  expect(away.reanalysis?.lost).toBe(first.kept - ((await matchedBy()) - (away.reanalysis?.gained ?? 0)))
  expect(away.reanalysis?.lost).toBeGreaterThan(0)
  const back = await ended(free, org, await reword(org, run, NEAR))
  expect(back.reanalysis?.gained).toBeGreaterThan(0)
  expect(await matchedBy()).toBe(
    first.kept -
      (away.reanalysis?.lost ?? 0) +
      (away.reanalysis?.gained ?? 0) +
      (back.reanalysis?.gained ?? 0) -
      (back.reanalysis?.lost ?? 0),
  )
})

test('a re-analysis spends no more than the quoted budget, although more has been judged since', async () => {
  const { org, run } = await searched(fixture)
  const search = await ended(fixture, org, await reword(org, run, NEAR, 2))
  expect(search.search_budget).toBe(2)
  expect(search.credits_spent).toBe(2)
  expect(search.note).toMatch(/^The budget is used up: \d+ more posts were found and not judged\.$/u)
})

test('a re-analysis stays within the signal’s own budget, and the quote says so', async () => {
  const { org, run } = await searched(fixture, 3)
  const quoted = await quote(org, run, NEAR)
  expect(quoted.credits).toBe(3)
  expect(quoted.why).toContain("within the signal's budget")
  const search = await ended(fixture, org, await reword(org, run, NEAR))
  expect(search.credits_spent).toBe(3)
})

test('a re-analysis is free with the built-in model, and its quote leaves out posts deleted at their source', async () => {
  const { org, run, first } = await searched(free)
  expect(await quote(org, run, NEAR)).toMatchObject({ posts: first.judged, credits: 0 })
  const ask = await openUnfenced(free.app.database)
  const [one] = await ask<{ external_id: string; platform: string }>(
    'select external_id, platform from judgement join post on post.id = post_id where intent_signal_id = $1 order by post.id limit 1',
    [run.signalId],
  )
  await eraseDeletedPosts(retentionOf(free.app), one?.platform ?? '', [one?.external_id ?? ''])
  expect((await quote(org, run, NEAR)).posts).toBe(first.judged - 1)
})

test('a signal that has judged nothing is quoted nothing', async () => {
  const org = await free.app.organization()
  const { id: projectId } = await org.project()
  const { id } = await org.call(contract.createIntentSignal, { params: { projectId }, body: { intent_signal: NEAR } })
  expect(await org.call(contract.quoteReanalysis, { params: { projectId, id }, body: { intent_signal: FAR } })).toEqual(
    { posts: 0, credits: 0, why: 'This signal has judged no posts yet, so there is nothing to judge again.' },
  )
})

test('a re-analysis can be stopped, and its reservation is released', async () => {
  const { org, run } = await searched(fixture)
  const before = await org.call(getCredits)
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  onPoint = async (name) => {
    if (name !== 'before judge') return
    reached.resolve()
    await goOn.promise
  }
  const again = await reword(org, run, NEAR)
  await reached.promise
  const stopped = await org.call(contract.stopSearch, { params: paramsOf(run) })
  onPoint = undefined
  goOn.resolve()
  expect(stopped).toMatchObject({ id: again.searchId, state: 'stopped', credits_spent: 0 })
  expect(stopped.reanalysis).toMatchObject({ gained: 0 })
  expect(await org.call(getCredits)).toEqual(before)
})

test('a guest gets no quote, and another organization’s signal gets 404', async () => {
  const { org, run } = await searched(free)
  const guest = await org.member('GUEST', { projectIds: [run.projectId] })
  const body = { intent_signal: NEAR }
  expect((await guest.ask(contract.quoteReanalysis, { params: paramsOf(run), body })).status).toBe(403)
  const stranger = await org.foreign()
  const foreign = await stranger.ask(contract.quoteReanalysis, { params: paramsOf(run), body })
  const unknown = { projectId: run.projectId, id: '01900000-0000-7000-8000-000000000000' }
  const missing = await stranger.ask(contract.quoteReanalysis, { params: unknown, body })
  expect({ ...foreign.problem(), request_id: '' }).toEqual({ ...missing.problem(), request_id: '' })
})
