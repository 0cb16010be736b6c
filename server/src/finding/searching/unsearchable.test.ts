import * as help from '@leadlight/contract/signal-help'
import * as contract from '@leadlight/contract/signals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { BOOKKEEPING, ended, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture({}, undefined, [])
})
afterAll(() => fixture.close())

const UNSEARCHABLE = [
  ['another language', 'Pequeñas empresas que preguntan qué software de contabilidad usar', /another language/],
  ['one word', 'bookkeeping', /^One word/],
  ['only stop words', 'which one should they use and why', /^These words do not tell/],
  ['people alone', "I'm looking for someone who can do it", /^This tells who writes, but not what about/],
  ['operators', 'site:example.com accounting software', /search operator/],
  ['a word left out by an operator', 'accounting software -jobs', /search operator/],
  ['a link alone', 'https://example.com/accounting', /^A link alone/],
  ['no letters', '2026 15 100', /no words here/],
] as const

const SEARCHABLE = [
  ['only names', 'Stripe or PayPal', ['stripe', 'paypal']],
  ['a name in two words', 'New Relic', ['"New Relic"']],
  ['a link among words', 'alternatives to https://example.com/accounting', ['example.com']],
  ['a sentence', BOOKKEEPING, ['bookkeeping', 'invoicing', 'software']],
] as const

async function open() {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  const root = `/api/v1/intent_signals/${projectId}`
  const send = (path: string, body: object) => org.request('POST', `${root}${path}`, { body })
  return { org, projectId, params: { projectId }, root, send }
}

/** A signal saved by a version that took any words. */
async function saveUnsearchable(words: string) {
  const at = await open()
  const { org, params, projectId } = at
  const { id } = await org.call(contract.createIntentSignal, { params, body: { intent_signal: BOOKKEEPING } })
  await inOrganization(fixture.app, { organizationId: org.organizationId, projectId }, (tx) =>
    sql`update intent_signal set intent_signal = ${words} where id = ${id}`.execute(tx),
  )
  const find = async () => (await org.call(contract.listIntentSignals, { params })).find((signal) => signal.id === id)
  return { ...at, id, find }
}

describe('a signal that cannot be searched for', () => {
  test.each(UNSEARCHABLE)('is refused with what to do wherever work would start: %s', async (_why, words, said) => {
    const { org, params, send } = await open()
    const body = { intent_signal: words, search_days: 30 }
    for (const path of [
      '',
      '/preview',
      '/forecast',
      '/get_recommended_one_time_search_budget',
      '/get_recommended_monitoring_budget',
    ]) {
      const problem = (await send(path, body)).problem()
      expect(problem).toMatchObject({ status: 422, code: 'signal_unsearchable' })
      expect(problem.detail).toMatch(said)
      expect(problem.errors).toEqual([{ path: 'body.intent_signal', message: problem.detail }])
    }
    expect(await org.call(contract.listIntentSignals, { params })).toEqual([])
    expect(fixture.hackerNews.questions).toEqual([])
  })

  test('is refused where it has 2,000 characters', async () => {
    const { send } = await open()
    const words = `Bakers asking ${'which flour to buy '.repeat(105)}`
    for (const path of ['', '/preview', '/forecast', '/plan']) {
      const problem = (await send(path, { intent_signal: words, search_days: 30 })).problem()
      expect(problem.status).toBe(422)
      expect(problem.errors?.map((one) => one.path)).toEqual(['body.intent_signal'])
    }
  })

  test('shows its plan, so that its author sees how it is read', async () => {
    const { org, params } = await open()
    const { plan } = await org.call(help.readSignalPlan, { params, body: { intent_signal: 'bookkeeping' } })
    expect(plan.topics).toEqual([['bookkeeping']])
  })

  test('is neither searched nor monitored where it was saved before, and loses nothing by it', async () => {
    const { send, id, find } = await saveUnsearchable('People')
    const before = await find()
    for (const [path, body] of [
      [`/${id}/run_search`, {}],
      [`/${id}/enable_monitoring`, { monthly_credit_budget: 10 }],
    ] as const) {
      const problem = (await send(path, body)).problem()
      expect(problem).toMatchObject({ status: 422, code: 'signal_unsearchable' })
      expect(problem.errors).toEqual([{ path: 'signal.intent_signal', message: problem.detail }])
    }
    expect(await find()).toEqual(before)
  })

  test('can be edited, reworded and then searched, and deleted', async () => {
    const { org, params, projectId, root, id, find } = await saveUnsearchable('People')
    const at = { ...params, id }
    const settings = { intent_signal: 'People', do_reanalyze: false, search_days: 90 }
    await org.call(contract.updateIntentSignal, { params: at, body: settings })
    expect(await find()).toMatchObject({ intent_signal: 'People', search_days: 90 })

    const body = { intent_signal: 'which one should they use', do_reanalyze: false }
    expect((await org.request('PUT', `${root}/${id}`, { body })).problem()).toMatchObject({
      status: 422,
      code: 'signal_unsearchable',
      errors: [{ path: 'body.intent_signal' }],
    })
    expect(await find()).toMatchObject({ intent_signal: 'People', search_days: 90 })

    const better = { intent_signal: BOOKKEEPING, do_reanalyze: false }
    await org.call(contract.updateIntentSignal, { params: at, body: better })
    const { search_id: searchId } = await org.call(contract.runSearch, { params: at })
    expect(await ended(fixture, org, { projectId, signalId: id, searchId })).toMatchObject({ state: 'done' })

    await org.call(contract.deleteIntentSignal, { params: at })
    expect(await find()).toBeUndefined()
  })
})

test.each(SEARCHABLE)('what says little, but enough, is searched: %s', async (_why, words, searches) => {
  const { org, params, projectId } = await open()
  const { plan } = await org.call(help.readSignalPlan, { params, body: { intent_signal: words } })
  expect(plan.searches).toEqual(searches)
  const { id } = await org.call(contract.createIntentSignal, { params, body: { intent_signal: words } })
  const { search_id: searchId } = await org.call(contract.runSearch, { params: { ...params, id } })
  expect(await ended(fixture, org, { projectId, signalId: id, searchId })).toMatchObject({ state: 'done' })
})
