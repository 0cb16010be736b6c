import { getAskedSearches, type AskedSearches } from '@leadlight/contract/asked-searches'
import {
  createIntentSignal,
  listSearches,
  runSearch,
  stopSearch,
  updateIntentSignal,
} from '@leadlight/contract/signals'
import { addFeed } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import {
  BOOKKEEPING,
  ended,
  startSearch,
  startSearchFixture,
  type RunningSearch,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { insertCandidates } from './candidate-store.ts'
import { lockSearch, updateSearch } from './search-store.ts'

const PRICE = 0.5

let fixture: SearchFixture
let atCheckpoint: (name: string) => Promise<void> = () => Promise.resolve()
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: String(PRICE), MONTHLY_CREDITS: '1000' }, (name) =>
    atCheckpoint(name),
  )
})
afterAll(() => fixture.close())
afterEach(() => {
  atCheckpoint = () => Promise.resolve()
})

type Client = Pick<TestOrganization, 'call'>

function askedBy(client: Client, { projectId, signalId }: RunningSearch): Promise<AskedSearches | null> {
  return client.call(getAskedSearches, { params: { projectId, id: signalId } })
}

async function foundBy(client: Client, run: RunningSearch): Promise<AskedSearches> {
  const asked = await askedBy(client, run)
  if (!asked) throw new Error('There was a search')
  return asked
}

function sumsOf({ held, channels }: AskedSearches) {
  const all = channels.flatMap(({ searches }) => searches)
  const sum = (first: number | null, rest: (number | null)[]) =>
    rest.reduce<number>((a, b) => a + (b ?? NaN), first ?? NaN)
  return {
    seen: sum(held.posts, all.map((one) => one.new)), // oxfmt-ignore
    judged: sum(held.judged, all.map((one) => one.judged)), // oxfmt-ignore
    kept: sum(held.kept, all.map((one) => one.kept)), // oxfmt-ignore
  }
}

/** Checks at every step of all searches of a signal that the sums are the search's own; counts the steps. */
function checkAtEveryStep(org: TestOrganization, projectId: string) {
  const checked = { steps: 0, judging: 0 }
  atCheckpoint = async (name) => {
    const [search] = await org.call(listSearches, { params: { projectId } })
    if (!search) return
    if (name === 'archive asked') await hold(org, search.id)
    const asked = await foundBy(org, { projectId, signalId: search.intent_signal_id, searchId: search.id })
    const { seen, judged, kept } = asked
    expect(sumsOf(asked)).toEqual({ seen, judged, kept })
    expect(asked.is_exact).toBe(true)
    checked.steps += 1
    if (judged > 0 && search.state === 'running') checked.judging += 1
  }
  return checked
}

/** Gives a search every third post that is stored, as its archive would. */
function hold({ organizationId }: TestOrganization, searchId: string): Promise<void> {
  return fixture.app.db.transaction(organizationScope(organizationId), async (tx) => {
    const search = await lockSearch(tx, organizationId, searchId)
    if (search?.archived !== null) return
    const { rows } = await sql<{ id: string }>`
      select id from (select id, row_number() over (order by external_id) as place from post) numbered
      where place % 3 = 0 order by place limit 60`.execute(tx)
    const fresh = await insertCandidates(tx, search, { postIds: rows.map(({ id }) => id), by: null })
    await updateSearch(tx, search, { archived: fresh, seen: search.seen + fresh })
  })
}

async function again(org: TestOrganization, { projectId, signalId }: RunningSearch): Promise<RunningSearch> {
  const { search_id: searchId } = await org.call(runSearch, { params: { projectId, id: signalId } })
  return { projectId, signalId, searchId }
}

test.each([
  { what: 'without a budget', search_budget: null },
  { what: 'with a budget for a few', search_budget: 3 },
])('sums are the search’s own at every step $what, with posts held and judged before', async ({ search_budget }) => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project({ name: 'Sums' })
  const checked = checkAtEveryStep(org, projectId)
  const params = { projectId }
  const body = { intent_signal: BOOKKEEPING, search_days: 365, search_budget }
  const { id: signalId } = await org.call(createIntentSignal, { params, body })
  const first = await again(org, { projectId, signalId, searchId: '' })
  await ended(fixture, org, first)
  const before = await foundBy(org, first)
  const second = await ended(fixture, org, await again(org, first))
  const after = await foundBy(org, first)

  expect(checked.steps).toBeGreaterThan(20)
  expect(checked.judging).toBeGreaterThan(0)
  expect(before.judged).toBeGreaterThan(0)
  expect(after).toMatchObject({ search_id: second.id, state: 'done', seen: second.seen, kept: second.kept })
  expect(after.held.posts).toBe(second.held)
  expect(after.held.posts).toBeGreaterThan(0)
  // What the first has judged costs nothing, and the second counts it as judged and kept all the same.
  expect(second.credits_spent).toBeLessThan(after.judged * PRICE)
  expect(after.kept).toBeGreaterThanOrEqual(before.kept)
})

test('sums are the search’s own wherever it is stopped', async () => {
  for (const stopAt of [3, 8, 21]) {
    const org = await fixture.app.organization()
    let step = 0
    let stopped: RunningSearch | undefined
    const { id: projectId } = await org.project({ name: 'Stopped' })
    atCheckpoint = async () => {
      step += 1
      if (step === stopAt && stopped) await org.call(stopSearch, { params: { projectId, id: stopped.signalId } })
    }
    const body = { intent_signal: BOOKKEEPING, search_days: 365 }
    const { id: signalId } = await org.call(createIntentSignal, { params: { projectId }, body })
    stopped = { projectId, signalId, searchId: '' }
    stopped = await again(org, stopped)
    await ended(fixture, org, stopped)
    const asked = await foundBy(org, stopped)
    expect(asked).toMatchObject({ ...sumsOf(asked), state: 'stopped', is_exact: true })
  }
})

test('each question tells its words, why it was asked and what it brought, in the order asked', async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const params = { projectId }
  const plan_edits = { searches: { added: ['"late invoices"', 'payroll'], removed: ['invoicing'] } }
  const body = { intent_signal: BOOKKEEPING, search_days: 365, plan_edits }
  const { id: signalId } = await org.call(createIntentSignal, { params, body })
  expect(await askedBy(org, { projectId, signalId, searchId: '' })).toBeNull()
  const run = await again(org, { projectId, signalId, searchId: '' })
  await ended(fixture, org, run)
  const { channels } = await foundBy(org, run)
  const hackerNews = channels.find(({ platform }) => platform === 'hacker_news')

  expect(hackerNews?.display_name).toBe('Hacker News')
  const asked = hackerNews?.searches ?? []
  expect(asked.slice(0, 2).map(({ words, why }) => ({ words, why }))).toEqual([
    { words: '"late invoices"', why: 'own' },
    { words: 'payroll', why: 'own' },
  ])
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.map(({ words }) => words)).not.toContain('invoicing')
  expect(asked.some(({ why }) => why === 'signal')).toBe(true)
  for (const one of asked) {
    expect(one).toMatchObject({ community: null, state: 'done', error: null })
    expect(one.pages).toBeGreaterThan(0)
    expect(one.new).toBeLessThanOrEqual(one.brought)
    expect(one.judged).toBeLessThanOrEqual(one.new)
  }
})

test('a question that a run wrote down and did not live to ask is asked by the next run', async () => {
  const org = await fixture.app.organization()
  let collecting = 0
  atCheckpoint = (name) => {
    if (name === 'before collect') collecting += 1
    return name === 'before collect' && collecting === 3 ? Promise.reject(new Error('killed')) : Promise.resolve()
  }
  const run = await startSearch(org)
  await ended(fixture, org, run)
  expect(collecting).toBeGreaterThan(4)
  const { channels } = await foundBy(org, run)
  const unasked = channels.flatMap(({ searches }) => searches.filter(({ pages }) => pages === 0))
  expect(unasked).toEqual([])
})

test('a guest is told neither the address of a source nor what it answered', async () => {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  await org.call(addFeed, { params: { projectId }, body: { url: `${fixture.feeds.feedUrl('rss')}?token=tulip` } })
  const body = { intent_signal: BOOKKEEPING, search_days: 365 }
  const { id: signalId } = await org.call(createIntentSignal, { params: { projectId }, body })
  fixture.feeds.failNext({ kind: 'body', body: '<html>Gone</html>' })
  const run = await again(org, { projectId, signalId, searchId: '' })
  await ended(fixture, org, run)
  const guest = await org.member('GUEST', { projectIds: [projectId] })
  const feedOf = async (client: Client) =>
    (await foundBy(client, run)).channels.find(({ platform }) => platform === 'feed')?.searches[0]

  const told = await feedOf(org)
  expect(told).toMatchObject({ words: '', why: 'listing', state: 'failed', pages: 0 })
  expect(told?.error).toContain('tulip')
  expect(told?.community).not.toBeNull()
  expect(await feedOf(guest)).toEqual({ ...told, community: null, error: 'Not everything there could be read.' })
  const outside = await org.member('GUEST', { projectIds: [] })
  await expect(askedBy(outside, run)).rejects.toThrow('project_not_found')
})

test('what was erased or judged again is told as it stands, and what is forgotten as unknown', async () => {
  const org = await fixture.app.organization()
  const run = await startSearch(org)
  const { kept, judged } = await ended(fixture, org, run)
  const execute = (statement: ReturnType<typeof sql>) =>
    fixture.app.db.transaction(organizationScope(org.organizationId), (tx) => statement.execute(tx))
  await execute(sql`
    delete from judgement where intent_signal_id = ${run.signalId} and post_id in (
      select post_id from judgement where intent_signal_id = ${run.signalId} and kept limit 1)`)
  const erased = await foundBy(org, run)
  expect(erased).toMatchObject({ kept, judged, is_exact: false })
  expect(sumsOf(erased)).toEqual({ seen: erased.seen, judged: judged - 1, kept: kept - 1 })

  await execute(sql`delete from search_candidate where search_id = ${run.searchId}`)
  const forgotten = await foundBy(org, run)
  expect(sumsOf(forgotten)).toEqual({ seen: forgotten.seen, judged: NaN, kept: NaN })
  expect(forgotten).toMatchObject({ is_exact: false, held: { judged: null, kept: null } })
})

test('judging again asks nothing, so the search before it is told', async () => {
  const org = await fixture.app.organization()
  const run = await startSearch(org)
  await ended(fixture, org, run)
  const body = { intent_signal: `${BOOKKEEPING} by themselves`, do_reanalyze: true, reanalysis_budget: 1000 }
  await org.call(updateIntentSignal, { params: { projectId: run.projectId, id: run.signalId }, body })
  const [rejudging] = await org.call(listSearches, { params: { projectId: run.projectId } })
  expect(rejudging?.id).not.toBe(run.searchId)
  expect((await foundBy(org, run)).search_id).toBe(run.searchId)
})

test('signals of others are not found', async () => {
  const org = await fixture.app.organization()
  const run = await startSearch(org)
  await ended(fixture, org, run)
  const foreign = await org.foreign()
  const { id: ownProject } = await foreign.project()
  await expect(askedBy(foreign, run)).rejects.toThrow('project_not_found')
  await expect(askedBy(foreign, { ...run, projectId: ownProject })).rejects.toThrow('signal_not_found')
  const { id: second } = await org.project({ name: 'Another' })
  await expect(askedBy(org, { ...run, projectId: second })).rejects.toThrow('signal_not_found')
})
