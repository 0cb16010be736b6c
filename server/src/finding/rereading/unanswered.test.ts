import { acceptTransfer } from '@leadlight/contract/guests'
import { correctLead, listHistory } from '@leadlight/contract/lead-work'
import { listLeads, markDeleted } from '@leadlight/contract/leads'
import { updateIntentSignal } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { ask, readMoney } from '@leadlight/testing/column-fixture'
import { DOUBLE_MODEL, type Script } from '@leadlight/testing/doubles/language-model-double'
import { giveReading } from '@leadlight/testing/doubles/reading-model'
import { collectEvents } from '@leadlight/testing/collect-events'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { mintReceiver, offer } from '@leadlight/testing/offered-project'
import {
  judgedOf,
  KEPT_FROM,
  leadOf,
  opinionsOf,
  QUOTE,
  seek,
  SHIFT,
  startOpinionFixture,
  work,
  workAgain,
  type OpinionFixture,
  type Sought,
} from '@leadlight/testing/opinion-fixture'
import { PAUSE_MS } from '../opinions/breaker.ts'

const MINUTE_MS = 60_000
/** Scores that a large model is asked about: of a lead, of a post it lifts into one, and of further leads. */
const KEPT = KEPT_FROM + 10
const LIFTED = KEPT_FROM - 8
const OTHER = KEPT_FROM + 11
const THIRD = KEPT_FROM + 9
const nearKept = (...beyond: number[]) => beyond.map((points) => KEPT_FROM + points)
const DOWN: Script = { kind: 'error', status: 503 }
const WAITING = `Judged by the built-in model; ${DOUBLE_MODEL} could not be asked. It is asked again.`
const MISSING = `Judged by the built-in model; ${DOUBLE_MODEL} could not be asked.`

let fixture: OpinionFixture
beforeAll(async () => {
  fixture = await startOpinionFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  // Whatever the last test did, the provider must count as up again.
  await fixture.app.clock.advance(20 * MINUTE_MS)
  answersAgain()
  await work(fixture, await seek(fixture, [KEPT]))
  fixture.model.asked.length = 0
})

/** Advances the clock while some work waits for it. */
async function inPassingTime<T>(doing: Promise<T>): Promise<T> {
  const ticking = setInterval(() => void fixture.app.clock.advance(1_000), 5)
  try {
    return await doing
  } finally {
    clearInterval(ticking)
  }
}

async function noteOf(sought: Sought, score: number) {
  return (await leadOf(sought, score))?.matches[0]?.second_opinion
}

function answersAgain(): void {
  fixture.model.script = (asked) =>
    giveReading(asked, { score: 90, for: [QUOTE], reason: 'The author asks which to use.' })
  fixture.model.asked.length = 0
}

const shown = { for: [QUOTE], reason: 'The author asks which to use.' }
const failures: [string, (asked: { prompt: string }) => Script, string][] = [
  ['does not answer', () => ({ kind: 'silent', pieces: [] }), 'late'],
  ['answers for ever', () => ({ kind: 'endless' }), 'late'],
  ['is down', () => DOWN, 'away'],
  ['breaks off', () => ({ kind: 'broken', pieces: [] }), 'away'],
  ['does not know the key', () => ({ kind: 'error', status: 401 }), 'away'],
  ['wants us to wait', () => ({ kind: 'error', status: 429, retryAfterS: 20 }), 'busy'],
  [
    'declines',
    (asked) => ({
      ...(giveReading(asked, { score: 90, ...shown }) as { kind: 'say'; pieces: string[] }),
      kind: 'filtered',
    }),
    'refused',
  ],
  ['says no JSON', () => ({ kind: 'say', pieces: ['I would give it a 90.'] }), 'unusable'],
  ['says another shape', () => ({ kind: 'say', pieces: ['{"score": "90"}'] }), 'unusable'],
  ['gives a score beyond the scale', (asked) => giveReading(asked, { score: 900, ...shown }), 'unusable'],
  ['gives a score below the scale', (asked) => giveReading(asked, { score: -1, ...shown }), 'unusable'],
  [
    'invents its quotes',
    (asked) => giveReading(asked, { score: 90, for: ['Take my money for a bookkeeper'] }),
    'unusable',
  ],
  ['shows nothing for it', (asked) => giveReading(asked, { score: 90, against: ['I bake bread'] }), 'unusable'],
  [
    'answers for another post',
    () => ({ kind: 'say', pieces: [JSON.stringify({ post: '0123456789ab', against: [], score: 90, ...shown })] }),
    'unusable',
  ],
]

test.each(failures)('a model that %s changes nothing, costs nothing and is asked again', async (_, script, why) => {
  const sought = await seek(fixture, [KEPT])
  fixture.model.script = script
  await inPassingTime(work(fixture, sought))
  expect(await opinionsOf(fixture, sought)).toMatchObject([
    { local: KEPT, model_score: null, score: null, state: 'waiting', failed_as: why, tries: 1 },
  ])
  expect((await judgedOf(fixture, sought)).get(KEPT)).toMatchObject({ score: KEPT, kept: true, model: 'local-1' })
  expect(await noteOf(sought, KEPT)).toEqual({ state: 'waiting', note: WAITING })
  expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 0, balance: 100_000 })
  const jobs = sql`select from job where name = 'opinions.ask-again' and payload->>'organizationId' = ${sought.organizationId}`
  expect(await ask(fixture.app, sought, jobs)).toHaveLength(1)
})

describe('an opinion that could not be asked for', () => {
  let sought: Sought
  beforeEach(async () => {
    sought = await seek(fixture, [KEPT, LIFTED, OTHER])
    fixture.model.script = () => DOWN
    await work(fixture, sought)
    await fixture.app.clock.advance(2 * MINUTE_MS)
  })

  /** The first run finds the provider back; the second asks for the opinions that were put off. */
  async function askAllAgain(): Promise<void> {
    await workAgain(fixture, sought)
    await fixture.app.clock.advance(6 * MINUTE_MS)
    await workAgain(fixture, sought)
  }

  test('is asked for again: score, reason and evidence follow, with a history entry, an event and one charge', async () => {
    answersAgain()
    await askAllAgain()
    await workAgain(fixture, sought)
    expect(fixture.model.asked).toHaveLength(3)
    const lead = await leadOf(sought, KEPT)
    expect(lead?.score).toBe(KEPT + SHIFT)
    expect(lead?.matches).toMatchObject([
      { score: KEPT + SHIFT, reason: 'The author asks which to use.', evidence: [{ kind: 'for' }] },
    ])
    expect(await noteOf(sought, KEPT)).toEqual({
      state: 'given',
      note: `${DOUBLE_MODEL} read this post too and moved the score from ${KEPT} to ${KEPT + SHIFT}.`,
    })
    // The built-in model alone had rejected it; now it is a lead.
    expect((await leadOf(sought, LIFTED))?.score).toBe(LIFTED + SHIFT)
    expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 6_000, balance: 94_000 })
    const { organization, projectId } = sought
    const history = await organization.call(listHistory, { params: { projectId, id: lead?.id ?? '' } })
    expect(history).toMatchObject([
      { kind: 'judged', by: null, summary: `${DOUBLE_MODEL} read the post too: ${KEPT} → ${KEPT + SHIFT}` },
      { kind: 'found' },
    ])
    const heard = await collectEvents(fixture.app, { projectId, token: organization.token, after: '0', enough: 6 })
    expect(heard.map(({ event }) => event)).toContainEqual({
      type: 'changed',
      what: 'leads',
      lead_ids: [lead?.id],
      origin: null,
    })
    const spent = await ask<{ spent: number }>(
      fixture.app,
      sought,
      sql`select spent::int as spent from search where id = ${sought.searchId}`,
    )
    expect(spent).toEqual([{ spent: 6_000 }])
  })

  test('never removes a lead that people may have seen, however low it scores', async () => {
    fixture.model.script = (asked) =>
      giveReading(asked, { score: 0, against: ['I bake bread'], reason: 'It is about bread.' })
    await askAllAgain()
    expect((await leadOf(sought, KEPT))?.matches).toMatchObject([{ score: KEPT - SHIFT, reason: 'It is about bread.' }])
    expect(await leadOf(sought, LIFTED)).toBeUndefined()
  })

  test('is asked for a day at most, with one try at a time while the provider is down, and then counts as missing', async () => {
    for (let minute = 0; minute < 24 * 60; minute += 6) {
      const before = fixture.model.asked.length
      await workAgain(fixture, sought)
      expect(fixture.model.asked.length - before).toBeLessThanOrEqual(1)
      await fixture.app.clock.advance(6 * MINUTE_MS)
    }
    await workAgain(fixture, sought)
    expect(fixture.model.asked.length).toBeLessThanOrEqual(3 * 6)
    expect(await opinionsOf(fixture, sought)).toMatchObject(
      [LIFTED, KEPT, OTHER].map((local) => ({ local, state: 'missing', failed_as: 'away' })),
    )
    expect(await noteOf(sought, KEPT)).toEqual({ state: 'missing', note: MISSING })
    expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 0 })
  })

  test('is asked for only while it still matters', async () => {
    const { organization, projectId, signalId } = sought
    const params = { projectId }
    answersAgain()
    await organization.call(markDeleted, { params, body: { lead_ids: [(await leadOf(sought, KEPT))?.id ?? ''] } })
    const ids = { projectId, id: (await leadOf(sought, OTHER))?.id ?? '' }
    await organization.call(correctLead, { params: ids, body: { intent_signals: [] } })
    await eraseDeletedPosts(retentionOf(fixture.app), 'hacker_news', [`${projectId}-${LIFTED}`])
    await workAgain(fixture, sought)
    expect(fixture.model.asked).toHaveLength(0)
    expect((await opinionsOf(fixture, sought)).map(({ local, state }) => [local, state])).toEqual([
      [KEPT, 'missing'],
      [OTHER, 'missing'],
    ])

    const other = await seek(fixture, [THIRD])
    fixture.model.script = () => DOWN
    await work(fixture, other)
    await fixture.app.clock.advance(2 * MINUTE_MS)
    answersAgain()
    const body = { intent_signal: 'Bakers who look for a bookkeeper in their town', do_reanalyze: false }
    await other.organization.call(updateIntentSignal, {
      params: { projectId: other.projectId, id: other.signalId },
      body,
    })
    await workAgain(fixture, other)
    expect(fixture.model.asked).toHaveLength(0)
    expect(signalId).not.toBe(other.signalId)
  })

  test('is not asked for in a project that moved, since its new payer has not agreed', async () => {
    const { organization, organizationId, projectId } = sought
    const receiver = await mintReceiver(fixture.app)
    const id = await offer(organization, projectId, receiver.email)
    await receiver.call(acceptTransfer, { params: { id } })
    answersAgain()
    await workAgain(fixture, sought)
    await workAgain(fixture, { ...sought, organizationId: receiver.organizationId })
    expect(fixture.model.asked).toHaveLength(0)
    const moved = { ...sought, organization: receiver, organizationId: receiver.organizationId }
    expect(organizationId).not.toBe(receiver.organizationId)
    expect(await noteOf(moved, KEPT)).toEqual({ state: 'missing', note: MISSING })
  })
})

test('a single post is asked about six times in all, each time later', async () => {
  const sought = await seek(fixture, [KEPT])
  fixture.model.script = () => ({ kind: 'say', pieces: ['No idea.'] })
  await work(fixture, sought)
  for (const [at, minutes] of [1, 5, 30, 120, 480].entries()) {
    await workAgain(fixture, sought)
    expect(fixture.model.asked).toHaveLength(at + 1)
    await fixture.app.clock.advance(minutes * MINUTE_MS)
    await workAgain(fixture, sought)
    expect(fixture.model.asked).toHaveLength(at + 2)
  }
  expect(await opinionsOf(fixture, sought)).toMatchObject([{ state: 'missing', failed_as: 'unusable', tries: 6 }])
  expect(await noteOf(sought, KEPT)).toEqual({ state: 'missing', note: MISSING })
  await fixture.app.clock.advance(1_000 * MINUTE_MS)
  await workAgain(fixture, sought)
  expect(fixture.model.asked).toHaveLength(6)
  expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 0 })
})

test('a provider that is down is tried once a minute instead of once a post', async () => {
  fixture.model.script = () => DOWN
  const first = await seek(fixture, nearKept(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
  await work(fixture, first)
  // The third failure opens the breaker; six requests are under way at a time.
  expect(fixture.model.asked.length).toBeLessThanOrEqual(8)
  fixture.model.asked.length = 0
  for (const scores of [nearKept(0, 1), nearKept(2, 3)]) await work(fixture, await seek(fixture, scores))
  expect(fixture.model.asked).toHaveLength(0)
  for (let look = 1; look <= 3; look += 1) {
    await fixture.app.clock.advance(PAUSE_MS)
    await work(fixture, await seek(fixture, nearKept(8, 9, 10, 11)))
    expect(fixture.model.asked).toHaveLength(look)
  }
  await fixture.app.clock.advance(PAUSE_MS)
  answersAgain()
  const back = await seek(fixture, nearKept(8, 9, 10, 11))
  await work(fixture, back)
  await fixture.app.clock.advance(6 * MINUTE_MS)
  await workAgain(fixture, back)
  expect((await opinionsOf(fixture, back)).map(({ state }) => state)).toEqual(['given', 'given', 'given', 'given'])
})

test('a provider is left alone for as long as it asks', async () => {
  fixture.model.script = () => ({ kind: 'error', status: 429, retryAfterS: 300 })
  await work(fixture, await seek(fixture, nearKept(3)))
  await fixture.app.clock.advance(4 * MINUTE_MS)
  fixture.model.asked.length = 0
  await work(fixture, await seek(fixture, nearKept(4)))
  expect(fixture.model.asked).toHaveLength(0)
  await fixture.app.clock.advance(2 * MINUTE_MS)
  answersAgain()
  await work(fixture, await seek(fixture, nearKept(5)))
  expect(fixture.model.asked).toHaveLength(1)
})

describe('paying for opinions', () => {
  test('a search reserves the highest price of each post, and does not judge what the budget cannot pay', async () => {
    const sought = await seek(fixture, [...nearKept(10, 9, 8), 90, ...nearKept(7)], { budget: 7_000 })
    await work(fixture, sought)
    // Three posts at 2 credits fit at first; two were charged, and one of the two left fits, twice.
    expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 6_000 })
    const judged = await judgedOf(fixture, sought)
    expect([...judged.values()].filter(Boolean)).toHaveLength(3)
    const { items } = await sought.organization.call(listLeads, { params: { projectId: sought.projectId } })
    expect(items).toHaveLength(3)
  })

  test('a later opinion is paid from the same budget, and is not asked for where that is used up', async () => {
    const sought = await seek(fixture, [KEPT, THIRD], { budget: 4_000 })
    fixture.model.script = () => DOWN
    await work(fixture, sought)
    await ask(fixture.app, sought, sql`update search set search_budget = 2000`)
    await fixture.app.clock.advance(2 * MINUTE_MS)
    answersAgain()
    await workAgain(fixture, sought)
    expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 2_000 })
    const states = (await opinionsOf(fixture, sought)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['given', 'missing'])
    const unpaid = `Judged by the built-in model; there were no credits left to ask ${DOUBLE_MODEL}.`
    const notes = [await noteOf(sought, KEPT), await noteOf(sought, THIRD)].map((note) => note?.note)
    expect(notes).toContain(unpaid)
  })
})

test("a model's words about a post are erased with the post", async () => {
  const sought = await seek(fixture, [KEPT])
  await work(fixture, sought)
  expect((await leadOf(sought, KEPT))?.matches[0]?.reason).toBe('The author asks which to use.')
  await eraseDeletedPosts(retentionOf(fixture.app), 'hacker_news', [`${sought.projectId}-${KEPT}`])
  const rows = await ask<{ reason: string; evidence: unknown[] }>(
    fixture.app,
    sought,
    sql`select reason, evidence from lead_match`,
  )
  expect(rows).toEqual([
    { reason: 'A large model read the post, which was deleted at its source since.', evidence: [] },
  ])
  expect(await opinionsOf(fixture, sought)).toEqual([])
})
