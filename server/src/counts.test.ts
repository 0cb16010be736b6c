import * as insights from '@leadlight/contract/insights'
import { listCompanies } from '@leadlight/contract/companies'
import { countLeads } from '@leadlight/contract/lead-work'
import { getUnreadCount, listDataChannels, listLeads } from '@leadlight/contract/leads'
import { getPerson, listPeople } from '@leadlight/contract/people'
import { getProject, listProjects } from '@leadlight/contract/projects'
import { getAskedSearches } from '@leadlight/contract/asked-searches'
import type { Search } from '@leadlight/contract/search'
import { listIntentSignals, listSearches } from '@leadlight/contract/signals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCountedWorld, changeSomething, type CountedWorld } from '@leadlight/testing/counted-world'
import { openUnfenced, type Ask } from '@leadlight/testing/open-unfenced'
import { startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestMember } from '@leadlight/testing/test-organization'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

/** Ten states of each of five worlds. */
const SEEDS = ['alder', 'birch', 'cedar', 'dogwood', 'elm']
const STATES = 10
const CHANGES_BETWEEN = 6
const DAYS = { from: '2026-10-20', to: '2026-11-02', time_zone: 'UTC' }

type Counts = Record<string, number>

/** How many leads of the project fulfil the condition: one plain query for each figure. */
async function plainly(ask: Ask, { projectId }: CountedWorld, condition: string, values: unknown[] = []) {
  const text = `select count(*)::integer as count from lead where project_id = $1 and (${condition})`
  return (await ask<{ count: number }>(text, [projectId, ...values]))[0]!.count
}

/** Every figure about leads that a call answers, by a name of its own, beside what a plain query counts. */
async function compareLeads(ask: Ask, world: CountedWorld, who: TestMember) {
  const answered: Counts = {}
  const counted: Counts = {}
  const params = { projectId: world.projectId }
  async function expectCount(name: string, figure: number | undefined, condition: string, values: unknown[] = []) {
    answered[name] = figure ?? 0
    counted[name] = await plainly(ask, world, condition, values)
  }
  const totalOf = async (query: Record<string, string>) => (await who.call(listLeads, { params, query })).total

  const projects = await who.call(listProjects, { query: { time_zone: 'UTC' } })
  const listed = projects.find(({ id }) => id === world.projectId)!
  const unread = 'not read and not deleted'
  await expectCount('unread count', (await who.call(getUnreadCount, { params })).unread_count, unread)
  await expectCount(
    'unread of the project',
    (await who.call(getProject, { params: { id: world.projectId } })).unread_count,
    unread,
  )
  await expectCount('unread on the card', listed.unread_count, unread)
  await expectCount('leads', await totalOf({}), 'not deleted')
  await expectCount('unread leads', await totalOf({ read: 'false' }), unread)
  await expectCount('starred leads', await totalOf({ starred: 'true' }), 'starred and not deleted')
  await expectCount('deleted leads', await totalOf({ deleted: 'true' }), 'deleted')
  await expectCount(
    'leads with notes',
    await totalOf({ has_notes: 'true' }),
    'not deleted and exists (select from lead_note where lead_id = lead.id)',
  )

  const choices = await who.call(countLeads, { params })
  await expectCount('unread choice', choices.unread, unread)
  await expectCount('starred choice', choices.starred, 'starred and not deleted')
  for (const { id, count } of choices.statuses) {
    const condition =
      id === 'none' ? 'status_config_id is null and $2::text is not null' : 'status_config_id = $2::uuid'
    await expectCount(`status ${id}`, count, `not deleted and ${condition}`, [id])
    await expectCount(
      `leads of status ${id}`,
      await totalOf({ status_config_id: id }),
      `not deleted and ${condition}`,
      [id],
    )
  }
  for (const { id, count } of choices.github_issue_states) {
    await expectCount(`state ${id}`, count, 'not deleted and github_issue_state = $2', [id])
  }
  const matches = 'not deleted and exists (select from lead_match where lead_id = lead.id and intent_signal_id = $2)'
  for (const signal of await who.call(listIntentSignals, { params })) {
    const choice = choices.intent_signals.find(({ id }) => id === signal.id)
    await expectCount(`signal ${signal.id}`, signal.lead_count, matches, [signal.id])
    await expectCount(`choice of signal ${signal.id}`, choice?.count, matches, [signal.id])
    await expectCount(`leads of signal ${signal.id}`, await totalOf({ intent_signals: signal.id }), matches, [
      signal.id,
    ])
  }
  for (const channel of await who.call(listDataChannels, { params })) {
    const condition = 'not deleted and platform = $2 and community_name is not distinct from $3'
    const values = [channel.platform, channel.name === channel.platform ? null : channel.name]
    await expectCount(`channel ${channel.id}`, channel.lead_count, condition, values)
    // A platform's own id stands for all of it.
    const isWhole = channel.external_id === ''
    const of = isWhole ? 'not deleted and platform = $2' : condition
    await expectCount(
      `leads of channel ${channel.id}`,
      await totalOf({ data_source_filters: channel.id }),
      of,
      values.slice(0, isWhole ? 1 : 2),
    )
  }
  expect(answered).toEqual(counted)
}

/** The figures of what was found in a time, which also count the leads deleted since. */
async function compareFound(ask: Ask, world: CountedWorld, who: TestMember) {
  const asked = { params: { projectId: world.projectId }, query: DAYS }
  const found = `collected_at >= '2026-10-20T00:00Z' and collected_at < '2026-11-03T00:00Z'`
  const leads = await who.call(insights.getLeadsByDay, asked)
  const answers = await who.call(insights.getAnswerTimes, asked)
  const credits = await who.call(insights.getCreditInsights, asked)
  const [card] = (await who.call(listProjects, { query: { time_zone: 'UTC' } })).filter(
    ({ id }) => id === world.projectId,
  )
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const all = await plainly(ask, world, found)
  const standing = await plainly(ask, world, `${found} and not deleted`)
  expect({
    total: leads.leads.total,
    byDay: sum(leads.leads.by_day),
    byChannel: sum(leads.by_channel.map(({ total }) => total)),
    card: sum(card!.leads_by_day!),
    answers: answers.found,
    split: answers.answered + answers.dismissed + answers.waiting,
    credits: credits.found,
    kept: credits.kept,
    deleted: leads.deleted,
  }).toEqual({
    total: all,
    byDay: all,
    byChannel: all,
    card: all,
    answers: all,
    split: all,
    credits: all,
    kept: standing,
    deleted: all - standing,
  })
  expect(card!.leads_by_day).toEqual(leads.leads.by_day)
  for (const { id, total, by_day } of leads.by_signal) {
    const count = await plainly(
      ask,
      world,
      `${found} and exists (select from lead_match where lead_id = lead.id and intent_signal_id = $2)`,
      [id],
    )
    const ofCredits = credits.by_signal.find((one) => one.id === id)
    expect([total, sum(by_day), ofCredits?.found]).toEqual([count, count, count])
  }
}

async function comparePeople(ask: Ask, world: CountedWorld, who: TestMember) {
  const params = { projectId: world.projectId }
  const people = await who.call(listPeople, { params, query: {} })
  const count = async (table: 'person' | 'company') =>
    (
      await ask<{ count: number }>(
        `select count(*)::integer as count from ${table} where project_id = $1 and not deleted`,
        [world.projectId],
      )
    )[0]!.count
  expect(people.total).toBe(await count('person'))
  expect((await who.call(listCompanies, { params, query: {} })).total).toBe(await count('company'))
  for (const { id, posts } of people.items.slice(0, 5)) {
    const plain = await plainly(
      ask,
      world,
      'exists (select from person_profile where id = lead.profile_id and person_id = $2)',
      [id],
    )
    const person = await who.call(getPerson, { params: { ...params, id } })
    const ofProfiles = person.profiles.reduce((total, profile) => total + profile.posts, 0)
    expect([posts, person.posts, person.timeline.length, ofProfiles]).toEqual([plain, plain, plain, plain])
  }
}

/** Searches answer the same figures wherever they stand, and the same as when they ended. */
async function compareSearches(ask: Ask, world: CountedWorld, who: TestMember, then: readonly Search[]) {
  const params = { projectId: world.projectId }
  const searches = await who.call(listSearches, { params })
  expect(searches).toEqual(then)
  for (const signal of await who.call(listIntentSignals, { params })) {
    const newest = searches.find((one) => one.intent_signal_id === signal.id) ?? null
    expect(signal.last_search).toEqual(newest)
    const asked = await who.call(getAskedSearches, { params: { ...params, id: signal.id } })
    expect(asked && [asked.seen, asked.judged, asked.kept]).toEqual(newest && [newest.seen, newest.judged, newest.kept])
    const waiting = await ask<{ count: number }>(
      `select count(*)::integer as count from monitor_candidate where intent_signal_id = $1 and state = 'waiting'`,
      [signal.id],
    )
    expect(signal.monitoring.waiting).toBe(waiting[0]!.count)
  }
  for (const { id, seen, judged } of searches) {
    const [plain] = await ask<{ seen: number; judged: number }>(
      `select count(*)::integer as seen, (count(*) filter (where state = 'judged'))::integer as judged
        from search_candidate where search_id = $1`,
      [id],
    )
    expect({ seen, judged }).toEqual(plain)
  }
}

describe.each(SEEDS)('in the world %s', (seed) => {
  test(`every figure that a call answers is what a plain query counts, in ${STATES} random states`, async () => {
    const ask = await openUnfenced(fixture.app.database)
    const world = await buildCountedWorld(fixture, seed)
    const searches = await world.organization.call(listSearches, { params: { projectId: world.projectId } })
    const kept = await ask<{ search: string; kept: number }>(
      `select candidate.search_id as search, (count(*) filter (where judgement.kept))::integer as kept
        from search_candidate candidate join search on search.id = candidate.search_id
        join judgement on judgement.post_id = candidate.post_id and judgement.intent_signal_id = search.intent_signal_id
        where search.project_id = $1 and candidate.state = 'judged' group by 1`,
      [world.projectId],
    )
    expect(new Map(searches.map((one) => [one.id, one.kept]))).toEqual(
      new Map(kept.map((one) => [one.search, one.kept])),
    )
    for (let state = 0; state < STATES; state += 1) {
      for (let change = 0; change < CHANGES_BETWEEN; change += 1) await changeSomething(world)
      // Everybody is asked in turn, and all of them at the end.
      const asked = state === STATES - 1 ? world.people : [world.people[state % world.people.length]!]
      for (const who of asked) {
        await compareLeads(ask, world, who)
        await compareFound(ask, world, who)
        await comparePeople(ask, world, who)
        await compareSearches(ask, world, who, searches)
      }
    }
  }, 240_000)
})
