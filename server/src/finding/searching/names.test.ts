import { getAskedSearches } from '@leadlight/contract/asked-searches'
import { bringPosts } from '@leadlight/contract/by-hand'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import * as contract from '@leadlight/contract/signals'
import * as help from '@leadlight/contract/signal-help'
import { importNames, previewNames, updateNames, watchNames } from '@leadlight/contract/watched-names'
import { NO_SCORE } from '@leadlight/domain/scoring'
import { NAME_LEADS_PER_DAY_MAX } from '@leadlight/domain/watched-names/limits'
import { saveJudgements } from '../judgements/judgements.ts'
import { readEvents } from '../../core/events/read-events.ts'
import { keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { ASKED } from '@leadlight/testing/lead-posts'
import { BOOKKEEPING, ended, NOW, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const UNKNOWN = '01900000-0000-7000-8000-000000000000'
const HOUR_MS = 3_600_000

function said(number: number, words: string) {
  return {
    ...corpusPost(number, { at: new Date(Date.parse(NOW) - number * HOUR_MS), words }),
    platform: 'hackernews' as const,
  }
}

const POSTS = [
  said(1, 'We moved from Zyxwell to a spreadsheet and nobody misses it.'),
  said(2, 'Has anyone read the docs at https://app.zyxwell.example/start lately?'),
  said(3, 'Zyxwellness is a spa in the hills, and a good one.'),
  said(4, 'Zyxwell bricks are sold by the ton in the north.'),
  said(5, `${ASKED[0] ?? ''} We tried Zyxwell.`),
  said(6, 'The bakery at the corner has new opening hours.'),
]

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '50' }, undefined, POSTS)
})
afterAll(() => fixture.close())

async function watch(org: TestOrganization, names: string, projectId?: string) {
  const params = { projectId: projectId ?? (await org.project()).id }
  const signal = await org.call(watchNames, { params, body: { names } })
  return { params, signal }
}

async function search(org: TestOrganization, { projectId, id }: { projectId: string; id: string }, of = fixture) {
  const { search_id: searchId } = await org.call(contract.runSearch, { params: { projectId, id } })
  return ended(of, org, { projectId, signalId: id, searchId })
}

describe('watched names', () => {
  test('are a signal of their kind that listens at once and needs no budget', async () => {
    const org = await fixture.app.organization()
    const { params, signal } = await watch(org, 'Zyxwell OR zyxwell.example')
    expect(signal).toMatchObject({
      kind: 'name',
      intent_signal: 'Zyxwell OR zyxwell.example',
      search_days: 30,
      monitoring: { enabled: true, state: 'listening', note: null, spent_this_month: 0 },
      quality: null,
    })
    const changed = await org.call(updateNames, {
      params: { ...params, id: signal.id },
      body: { names: 'Zyxwell', search_days: 7 },
    })
    expect(changed).toMatchObject({ intent_signal: 'Zyxwell', search_days: 7 })
    expect(await org.call(contract.listIntentSignals, { params })).toMatchObject([{ id: signal.id, kind: 'name' }])
  })

  test.each([
    ['"Zyxwell', 'This quotation mark is not closed.'],
    [
      'NOT Zyxwell',
      'This would match nearly every post. Name at least one thing that a post must have, beside what NOT leaves out.',
    ],
    [
      Array.from({ length: 101 }, (_, at) => `n${at}`).join(' '),
      'An expression has at most 100 names. Make a second one of the rest.',
    ],
  ])('that cannot be read are refused with a sentence, and nothing is saved: %j', async (names, sentence) => {
    const org = await fixture.app.organization()
    const params = { projectId: (await org.project()).id }
    const problem = (await org.ask(watchNames, { params, body: { names } })).problem()
    expect(problem).toMatchObject({ status: 422, code: 'names_unreadable', detail: sentence })
    expect((await org.ask(previewNames, { params, body: { names, search_days: 30 } })).problem().code).toBe(
      'names_unreadable',
    )
    expect(await org.call(contract.listIntentSignals, { params })).toEqual([])
  })

  test('are too long, empty, or there already', async () => {
    const org = await fixture.app.organization()
    const { params } = await watch(org, 'Zyxwell')
    const codeOf = async (names: string) => (await org.ask(watchNames, { params, body: { names } })).problem().status
    expect(await codeOf('x'.repeat(2_001))).toBe(422)
    expect(await codeOf('  ')).toBe(422)
    expect((await org.ask(watchNames, { params, body: { names: 'ZYXWELL' } })).problem().code).toBe(
      'signal_already_exists',
    )
  })

  test('are not judged by a sentence: what needs one is refused, and a sentence has no names', async () => {
    const org = await fixture.app.organization()
    const { params, signal } = await watch(org, 'Zyxwell')
    const own = { ...params, id: signal.id }
    const body = { intent_signal: BOOKKEEPING, do_reanalyze: false }
    expect((await org.ask(contract.updateIntentSignal, { params: own, body })).problem().code).toBe('signal_is_name')
    expect(
      (await org.ask(help.backtestSignal, { params: own, body: { intent_signal: BOOKKEEPING } })).problem().code,
    ).toBe('signal_is_name')
    expect(
      (await org.ask(contract.quoteReanalysis, { params: own, body: { intent_signal: BOOKKEEPING } })).problem().code,
    ).toBe('signal_is_name')
    const sentence = await org.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
    const wrong = { params: { ...params, id: sentence.id }, body: { names: 'Zyxwell Two' } }
    expect((await org.ask(updateNames, wrong)).problem().code).toBe('signal_not_found')
  })
})

describe('a search for names', () => {
  test('makes a lead of every post that has them, without a score, evidence at the names, and free', async () => {
    const org = await fixture.app.organization()
    const before = (await org.call(getCredits)).credit_balance
    const { params, signal } = await watch(org, 'Zyxwell NOT bricks')
    const finished = await search(org, { ...params, id: signal.id })
    expect(finished).toMatchObject({ state: 'done', kept: 3, new_leads: 3 })
    expect((await org.call(getCredits)).credit_balance).toBe(before)
    const { items } = await org.call(listLeads, { params, query: { sort_by: 'posted_at' } })
    expect(
      items.map(({ score, level, excerpt, intent_signals }) => [
        score,
        level,
        excerpt.evidence
          .filter(({ label }) => label.startsWith('Names '))
          .map(({ start, end }) => excerpt.text.slice(start, end)),
        intent_signals,
      ]),
    ).toEqual(
      [['Zyxwell'], ['zyxwell'], ['Zyxwell']].map((words) => [
        null,
        null,
        words,
        [{ id: signal.id, kind: 'name', intent_signal: 'Zyxwell NOT bricks' }],
      ]),
    )
    const lead = await org.call(getLead, { params: { ...params, id: items[0]?.id ?? '' } })
    expect(lead.matches).toMatchObject([
      {
        score: null,
        level: null,
        reason: 'It names Zyxwell. The author leaves it or takes it up.',
        learned: null,
        conditions: [],
        second_opinion: null,
      },
    ])
    expect(lead.matches[0]?.evidence.map(({ label }) => label)).toContain('Switches from Zyxwell')
  })

  test('reads on to the last page, asks for every name, and says what it had no pages for', async () => {
    const many = Array.from({ length: 210 }, (_, at) => said(at + 1, `Deepwell again, case ${at * 7919}.`))
    const deep = await startSearchFixture({}, undefined, many)
    const org = await deep.app.organization()
    const { params, signal } = await watch(org, 'Deepwell')
    expect(await search(org, { ...params, id: signal.id }, deep)).toMatchObject({
      state: 'done',
      note: null,
      seen: 210,
    })
    const body = { names: Array.from({ length: 15 }, (_, at) => `deepwell${at}`).join(' ') }
    const wide = await org.call(watchNames, { params, body })
    const { note } = await search(org, { ...params, id: wide.id }, deep)
    expect(note).toMatch(/^Stack Exchange was asked 12 of \d+ questions\. Watch fewer names in one expression, or /)
    const asked = await org.call(getAskedSearches, { params: { ...params, id: wide.id } })
    const onHackerNews = asked?.channels.find(({ platform }) => platform === 'hacker_news')?.searches
    expect(onHackerNews?.map(({ words }) => words)).toHaveLength(15)
    await deep.close()
  })

  test('fills a day with so many leads and no more, says so, and finds the rest another day', async () => {
    const org = await fixture.app.organization()
    const { params, signal } = await watch(org, 'Zyxwell')
    const ids = { organizationId: org.organizationId, projectId: params.projectId }
    const wording = { ...ids, signalId: signal.id, revision: 0 }
    const many = Array.from({ length: NAME_LEADS_PER_DAY_MAX - 2 }, (_, at) =>
      newPost(fixture.app, { externalId: `full-${at}`, platform: 'github', author: 'ada', text: `Nothing ${at}.` }),
    )
    const postIds = await keepPosts(fixture.app, ids, many)
    await inOrganization(fixture.app, ids, (tx) =>
      saveJudgements(
        tx,
        wording,
        postIds.map((postId) => ({ postId, score: NO_SCORE, base: null, kept: true, model: 'names-1' })),
        fixture.app.clock.now(),
      ),
    )
    expect(await search(org, { ...params, id: signal.id })).toMatchObject({ state: 'done', kept: 2, new_leads: 2 })
    const monitoringOf = async () => (await org.call(contract.listIntentSignals, { params }))[0]?.monitoring
    expect(await monitoringOf()).toMatchObject({
      state: 'listening',
      note: expect.stringMatching(/^More than 500 posts a day have these names\./) as string,
    })
    await fixture.app.clock.advance(25 * HOUR_MS)
    expect(await search(org, { ...params, id: signal.id })).toMatchObject({ kept: 4, new_leads: 2 })
    expect(await monitoringOf()).toMatchObject({ state: 'listening', note: null })
  })

  test('works without credits', async () => {
    const poor = await startSearchFixture({ JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '0' }, undefined, POSTS)
    const org = await poor.app.organization()
    const { params, signal } = await watch(org, 'Zyxwell')
    expect(await search(org, { ...params, id: signal.id }, poor)).toMatchObject({ state: 'done', kept: 4 })
    await poor.close()
  })

  test('shares a lead with a sentence: one lead, two matches, and the score of the one that has one', async () => {
    const org = await fixture.app.organization()
    const { params, signal } = await watch(org, 'Zyxwell')
    await search(org, { ...params, id: signal.id })
    const sentence = await org.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
    await search(org, { ...params, id: sentence.id })
    const sorted = async (sort_order: 'asc' | 'desc') =>
      (await org.call(listLeads, { params, query: { sort_by: 'score', sort_order } })).items
    // Whom a rule kept from hearing of the lead while it had no score hears of it now.
    const emitted = await inOrganization(fixture.app, { ...params, organizationId: org.organizationId }, (tx) =>
      readEvents(tx, org.organizationId, { ...params, afterId: 0, limit: 1_000 }),
    )
    const gained = emitted.flatMap(({ payload }) => (payload?.type === 'matched' ? [payload] : []))
    const falling = await sorted('desc')
    expect(gained).toEqual([
      { type: 'matched', intent_signal_id: sentence.id, lead_ids: [falling[0]?.id], former_scores: [null] },
    ])
    expect(falling.map(({ score }) => score === null)).toEqual([false, true, true, true])
    expect(falling[0]?.intent_signals.map(({ kind }) => kind)).toEqual(['intent', 'name'])
    const rising = await sorted('asc')
    expect(rising.map(({ score }) => score === null)).toEqual([false, true, true, true])
    // Pages go on where the ones before ended, also among leads without a score.
    const seen: string[] = []
    for (let cursor: string | undefined, turn = 0; turn < 4; turn++) {
      const query = {
        sort_by: 'score' as const,
        sort_order: 'asc' as const,
        limit: '1',
        ...(cursor !== undefined && { cursor }),
      }
      const page = await org.call(listLeads, { params, query })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    }
    expect(seen).toEqual(rising.map(({ id }) => id))
  })
})

test('a preview shows the posts that have the names, newest first, and saves no lead', async () => {
  const org = await fixture.app.organization()
  const params = { projectId: (await org.project()).id }
  const preview = await org.call(previewNames, {
    params,
    body: { names: 'zyxwell.example "Zyxwell bricks"', search_days: 30 },
  })
  expect(preview.matched).toBe(2)
  expect(preview.posts.map(({ text, evidence }) => evidence.map(({ start, end }) => text.slice(start, end)))).toEqual([
    ['zyxwell.example'],
    ['Zyxwell bricks'],
  ])
  expect((await org.call(listLeads, { params })).items).toEqual([])
})

test('a post that somebody brings in is compared with names for nothing', async () => {
  const org = await fixture.app.organization()
  const { params } = await watch(org, 'Zyxwell')
  const item = { url: 'https://www.linkedin.com/posts/1', text: 'Our team left Zyxwell.' }
  expect(await org.call(bringPosts, { params, body: { items: [item] } })).toMatchObject({
    items: [{ state: 'lead', why: 'It names Zyxwell. The author leaves it or takes it up.' }],
    credits: 0,
  })
})

describe('a list of names', () => {
  test('is answered for line by line, and what is new is watched', async () => {
    const org = await fixture.app.organization()
    const { params, signal } = await watch(org, 'Zyxwell')
    const list = 'keyword,excluded keywords,flags\nAcme Corp,"jobs, hiring",no-reddit\nzyxwell,,\n"""open",,\n'
    const reply = await org.call(importNames, { params, body: { list } })
    expect(reply.unused).toEqual(['flags'])
    expect(reply.lines.map(({ line, outcome, names }) => [line, outcome, names])).toEqual([
      [2, 'new', '"Acme Corp" NOT "jobs" NOT "hiring"'],
      [3, 'known', 'zyxwell'],
      [4, 'wrong', null],
    ])
    const listed = await org.call(contract.listIntentSignals, { params })
    expect(listed.map(({ id, kind, monitoring }) => [id, kind, monitoring.enabled])).toEqual(
      [signal.id, ...reply.signal_ids].map((id) => [id, 'name', true]),
    )
  })

  test('of 1,000 lines fills the project and says what found no room; nothing breaks on what is no list', async () => {
    const org = await fixture.app.organization()
    const params = { projectId: (await org.project()).id }
    const list = Array.from({ length: 1_000 }, (_, at) => `name${at}`).join('\n')
    const reply = await org.call(importNames, { params, body: { list } })
    expect(reply.lines.filter(({ outcome }) => outcome === 'no_room')).toHaveLength(900)
    expect(reply.signal_ids).toHaveLength(100)
    expect((await org.call(importNames, { params, body: { list: '"\u0001,,;\n(((' } })).signal_ids).toEqual([])
    expect((await org.ask(importNames, { params, body: { list: 'x'.repeat(60_001) } })).status).toBe(422)
  })
})

describe('who may', () => {
  const calls = [
    ['POST', (p: string) => `/api/v1/intent_signals/${p}/names`, { names: 'Acme' }],
    ['PUT', (p: string, s: string) => `/api/v1/intent_signals/${p}/names/${s}`, { names: 'Acme' }],
    ['POST', (p: string) => `/api/v1/intent_signals/${p}/names/preview`, { names: 'Acme', search_days: 30 }],
    ['POST', (p: string) => `/api/v1/intent_signals/${p}/names/import`, { list: 'Acme' }],
  ] as const

  test.each(calls)('a stranger gets 404, as for what is not there: %s %s', async (method, path, body) => {
    const owner = await fixture.app.organization()
    const { params, signal } = await watch(owner, 'Zyxwell')
    const stranger = await owner.foreign()
    const foreign = (await stranger.request(method, path(params.projectId, signal.id), { body })).problem()
    const missing = (await stranger.request(method, path(UNKNOWN, UNKNOWN), { body })).problem()
    expect({ ...foreign, request_id: '' }).toEqual({ ...missing, request_id: '' })
    expect(foreign.status).toBe(404)
    expect(await owner.call(contract.listIntentSignals, { params })).toMatchObject([{ intent_signal: 'Zyxwell' }])
  })

  test.each(calls)('a guest may not: %s %s', async (method, path, body) => {
    const owner = await fixture.app.organization()
    const { params, signal } = await watch(owner, 'Zyxwell')
    const guest = await owner.member('GUEST', { projectIds: [params.projectId] })
    expect((await guest.request(method, path(params.projectId, signal.id), { body })).status).toBe(403)
    expect(await guest.call(contract.listIntentSignals, { params })).toMatchObject([{ kind: 'name' }])
  })

  test('names are changed through their own project alone', async () => {
    const owner = await fixture.app.organization()
    const { signal } = await watch(owner, 'Zyxwell')
    const other = await owner.project()
    const call = { params: { projectId: other.id, id: signal.id }, body: { names: 'Acme' } }
    expect((await owner.ask(updateNames, call)).problem().code).toBe('signal_not_found')
  })
})
