import { getLead, listLeads } from '@leadlight/contract/leads'
import { listIntentSignals, updateIntentSignal } from '@leadlight/contract/signals'
import { measureLesson } from '@leadlight/domain/teaching'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMoney } from '@leadlight/testing/column-fixture'
import { giveReading, readAskedReading } from '@leadlight/testing/doubles/reading-model'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import {
  opinionsOf,
  startOpinionFixture,
  workAgain,
  WRITTEN_JUDGE,
  type OpinionFixture,
} from '@leadlight/testing/opinion-fixture'
import { LATER_WANTED, type TaughtPosts } from '@leadlight/testing/taught-posts'
import { countAsked, mintTaught, teachingOf, teachOnce, untilTaught } from '@leadlight/testing/teach-once'
import { until } from '@leadlight/testing/until'
import { registerOpinionJobs } from '../rereading/register-jobs.ts'
import { teach } from '../rereading/teach.ts'
import { drawChecks } from './check-teaching.ts'
import { countRead, releaseTaught, selectTaught } from './kept-lessons.ts'

const DAY_MS = 86_400_000
const PRICE = 2_000
const NEVER = { model: 'double-1', state: 'asking', read: 0, of: 300, agreement: null }

let fixture: OpinionFixture
beforeAll(async () => {
  const environment = { MONTHLY_CREDITS: '100000', SESSION_DAYS: '90' }
  fixture = await startOpinionFixture(environment, undefined, ({ matching }) =>
    registerOpinionJobs({ ...matching, judge: WRITTEN_JUDGE }),
  )
})
afterAll(() => fixture.close())

/** Draws a week's check and has the model read it. Returns how many posts it was asked about. */
async function check(site: LeadSite, stream: TaughtPosts): Promise<number> {
  const before = countAsked(fixture, stream)
  await fixture.app.clock.advance(7 * DAY_MS)
  await drawChecks(fixture.matching, new AbortController().signal)
  await workAgain(fixture, { ...site, searchId: '', postIds: new Map() })
  // The job that asks again may have taken some of them.
  await until(async () => (await opinionsOf(fixture, site)).every(({ state }) => state !== 'waiting'))
  return countAsked(fixture, stream) - before
}

test('a model that has read three hundred posts is not asked again, and what it taught keeps nearly the same', async () => {
  const run = await teachOnce(fixture, 'teach-once', [700, 500])
  expect(run.calls).toBe(300)
  expect(run.asked.f1).toBe(1)
  expect(run.decided.f1).toBeGreaterThanOrEqual(0.97)
  expect(run.agreement.low).toBeGreaterThan(0.9)
  expect(run.decided.agreed / run.decided.counted).toBeGreaterThanOrEqual(run.agreement.low)
  expect(run.charged).toBe(300 * PRICE)
})

test('a signal says how far its teaching is, and a lead that what was taught moved its score', async () => {
  const { site, stream } = await mintTaught(fixture, 'progress')
  expect(await teachingOf(site)).toEqual(NEVER)
  await stream.judge(site, 120)
  expect(await teachingOf(site)).toEqual({ ...NEVER, read: 120 })
  await stream.judge(site, 180)
  await untilTaught(site)
  expect(await teachingOf(site)).toMatchObject({ state: 'taught', read: 300 })
  await stream.judge(site, 10)
  const { items } = await site.organization.call(listLeads, { params: { projectId: site.projectId } })
  const params = items.map(({ id }) => ({ projectId: site.projectId, id }))
  const leads = await Promise.all(params.map((of) => site.organization.call(getLead, { params: of })))
  const notes = leads.flatMap(({ matches }) => matches.map(({ second_opinion }) => second_opinion))
  const taught = notes.filter((note) => note?.state === 'taught')
  expect(taught.length).toBeGreaterThan(0)
  expect(taught[0]?.note).toMatch(/^What double-1 taught moved the score from \d+ to \d+\.$/)
  const opinions = (await opinionsOf(fixture, site)).filter(({ state }) => state === 'taught')
  expect(opinions).toHaveLength(10)
  expect(opinions[0]).toMatchObject({ model: 'openai-compatible/double-1', model_score: null })
})

test('a weekly check leaves a model that agrees alone, and finds one that has changed its mind within two', async () => {
  const { site, stream } = await mintTaught(fixture, 'drift')
  await stream.judge(site, 300)
  await untilTaught(site)
  await stream.judge(site, 19)
  // Too few to tell anything.
  expect(await check(site, stream)).toBe(0)
  await stream.judge(site, 30)
  expect(await check(site, stream)).toBe(20)
  await stream.judge(site, 30)
  expect(await check(site, stream)).toBe(20)
  expect(await teachingOf(site)).toMatchObject({ state: 'taught', read: 340 })
  expect(await readMoney(fixture.app, site)).toMatchObject({ held: 0, charged: 340 * PRICE })

  stream.wanted = new Set(LATER_WANTED)
  let checks = 0
  for (; (await teachingOf(site))?.state === 'taught' && checks < 5; checks++) {
    await stream.judge(site, 30)
    await check(site, stream)
  }
  expect(checks).toBeLessThanOrEqual(2)
  expect(await teachingOf(site)).toEqual({ ...NEVER, read: 20 })
  const again = await stream.judge(site, 280)
  expect(again.every(({ subject, kept }) => kept === stream.wanted.has(subject))).toBe(true)
  await untilTaught(site)
  const before = countAsked(fixture, stream)
  const decided = await stream.judge(site, 200)
  expect(countAsked(fixture, stream)).toBe(before)
  const { f1 } = measureLesson(decided.map(({ subject, kept }) => ({ kept, modelKept: stream.wanted.has(subject) })))
  expect(f1).toBeGreaterThanOrEqual(0.95)
})

test('a check that nobody can pay for is given up, and what was taught goes on deciding', async () => {
  const byHand = await startOpinionFixture({ MONTHLY_CREDITS: '100000', SESSION_DAYS: '90' })
  try {
    const { site, stream } = await mintTaught(byHand, 'unpaid')
    await stream.judge(site, 300)
    await teach(byHand.matching, site)
    await stream.judge(site, 25)
    await byHand.app.clock.advance(7 * DAY_MS)
    await drawChecks(byHand.matching, new AbortController().signal)
    const states = async () => (await opinionsOf(byHand, site)).map(({ state }) => state).filter((is) => is !== 'given')
    expect((await states()).toSorted()).toEqual([...Array(5).fill('taught'), ...Array(20).fill('waiting')])
    const matching = { ...byHand.matching, reader: { ...byHand.matching.reader!, price: 1e12 } }
    await workAgain({ matching }, { ...site, searchId: '', postIds: new Map() })
    expect(await states()).toEqual(Array(25).fill('taught'))
    expect(countAsked(byHand, stream)).toBe(300)
    expect(await teachingOf(site)).toMatchObject({ state: 'taught', read: 300 })
  } finally {
    await byHand.close()
  }
})

test('a model that nobody can learn from goes on being asked', async () => {
  const { site, stream } = await mintTaught(fixture, 'by-chance')
  fixture.model.script = (asked) => {
    const isLiked = Number(/(\d+)\.$/.exec(readAskedReading(asked).text)?.[1]) % 2 === 0
    return giveReading(asked, { score: isLiked ? 90 : 5, for: ['I look for somebody who knows'] })
  }
  await stream.judge(site, 300)
  const { state, agreement } = await until(async () => {
    const teaching = await teachingOf(site)
    return teaching?.agreement ? teaching : undefined
  })
  expect(state).toBe('asking')
  expect(agreement!.low).toBeLessThan(0.8)
  await stream.judge(site, 40)
  expect(countAsked(fixture, stream)).toBe(340)
  expect(await teachingOf(site)).toMatchObject({ state: 'asking', read: 340 })
})

test('another version of the built-in model is taught from the same verdicts, without a call', async () => {
  const { site, stream } = await mintTaught(fixture, 'version')
  await stream.judge(site, 300)
  await untilTaught(site)
  const former = fixture.matching.judge
  const newer = async (...asked: Parameters<typeof former.judge>) =>
    (await former.judge(...asked)).map((judgement) => ({ ...judgement, modelVersion: 'local-2' }))
  fixture.matching.judge = { judge: newer }
  try {
    await stream.judge(site, 3)
    expect(countAsked(fixture, stream)).toBe(303)
    await teach(fixture.matching, site)
    await stream.judge(site, 50)
    expect(countAsked(fixture, stream)).toBe(303)
  } finally {
    fixture.matching.judge = former
  }
})

test('new words are taught anew, and nothing of it is found from another organization', async () => {
  const { site, stream } = await mintTaught(fixture, 'reworded')
  await stream.judge(site, 300)
  await untilTaught(site)
  const foreign = await mintLeadSite(fixture.app)
  const of = { signalId: site.signalId, revision: 1, model: 'openai-compatible/double-1', since: null }
  for (const organizationId of [site.organizationId, foreign.organizationId]) {
    const found = await inOrganization(fixture.app, foreign, async (tx) => {
      await releaseTaught(tx, { organizationId, signalId: site.signalId }, fixture.app.clock.now())
      return [await selectTaught(tx, organizationId, [site.signalId]), (await countRead(tx, organizationId, [of])).size]
    })
    expect(found).toEqual([[], 0])
  }
  expect(await teachingOf(site)).toMatchObject({ state: 'taught', read: 300 })
  expect(
    (await foreign.organization.request('GET', `/api/v1/intent_signals/${site.projectId}`)).problem(),
  ).toMatchObject({ status: 404 })

  const params = { projectId: site.projectId, id: site.signalId }
  const body = { intent_signal: 'People who look for a gardener', do_reanalyze: false }
  const { teaching } = await site.organization.call(updateIntentSignal, { params, body })
  expect(teaching).toEqual(NEVER)
  await stream.judge(site, 5, 2)
  expect(countAsked(fixture, stream)).toBe(305)
  expect(await site.organization.call(listIntentSignals, { params })).toMatchObject([{ teaching: { read: 5 } }])
})
