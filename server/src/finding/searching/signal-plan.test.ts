// Also on the embedded database: a journey of this slice.
import { readSignalPlan } from '@leadlight/contract/signal-help'
import * as contract from '@leadlight/contract/signals'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnsweringModel, type AnsweringModel } from '@leadlight/testing/doubles/answering-model'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const SENTENCE = 'Small business owners asking which accounting software to use'
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let model: AnsweringModel
let app: TestApp
let plain: TestApp
beforeAll(async () => {
  model = await startAnsweringModel()
  app = await startTestApp({ environment: model.environment })
  plain = await startTestApp()
})
afterAll(async () => {
  await Promise.all([app.close(), plain.close()])
  await model.close()
})

async function project(where: TestApp) {
  const org = await where.organization()
  const { id: projectId } = await org.project()
  return { org, params: { projectId } }
}

const edited = {
  ...NO_PLAN_EDITS,
  exclusions: { added: ['students'], removed: [] },
  topics: { added: [{ phrase: 'ledger app', beside: 'accounting software' }], removed: [] },
}

test('a sentence is read as a plan, and its edits show in the result', async () => {
  const { org, params } = await project(plain)
  const body = { intent_signal: SENTENCE, not_interested: 'job ads', plan_edits: edited }
  const { read, plan, ...rest } = await org.call(readSignalPlan, { params, body })
  expect(read).toMatchObject({ topics: [['accounting software']], exclusions: ['job ads'] })
  expect(plan).toMatchObject({ topics: [['accounting software', 'ledger app']], exclusions: ['job ads', 'students'] })
  expect(rest).toEqual({ plan_edits: edited, written_by: null, note: null })
})

test('edits are saved with the signal, survive a rewording, and can be reset', async () => {
  const { org, params } = await project(plain)
  const body = { intent_signal: SENTENCE, not_interested: 'job ads', plan_edits: edited }
  const saved = await org.call(contract.createIntentSignal, { params, body })
  expect(saved).toMatchObject({ not_interested: 'job ads', plan_edits: edited })

  const own = { ...params, id: saved.id }
  const reworded = { intent_signal: 'Bakers asking which till to buy', do_reanalyze: false }
  expect(await org.call(contract.updateIntentSignal, { params: own, body: reworded })).toMatchObject({
    not_interested: 'job ads',
    plan_edits: edited,
  })
  const back = { ...reworded, not_interested: '', plan_edits: null }
  expect(await org.call(contract.updateIntentSignal, { params: own, body: back })).toMatchObject({
    not_interested: '',
    plan_edits: null,
  })
  const [listed] = await org.call(contract.listIntentSignals, { params })
  expect(listed).toMatchObject({ not_interested: '', plan_edits: null })
})

test('a model’s plan comes as edits that rest on the sentence, and the user’s own edits stay', async () => {
  const { org, params } = await project(app)
  model.answer = () =>
    JSON.stringify({
      who: 'business owners',
      acts: ['ask_recommendation'],
      topics: [['accounting software', 'bookkeeping app', 'students'], ['made up by the model']],
      qualifiers: ['within a week'],
      exclusions: ['job ads', 'invented words'],
      searches: ['bookkeeping app recommendation', 'cat pictures'],
    })
  const own = { ...NO_PLAN_EDITS, topics: { added: [], removed: ['students'] } }
  const body = { intent_signal: SENTENCE, not_interested: 'no job ads', plan_edits: own, by_model: true }
  const reply = await org.call(readSignalPlan, { params, body })
  expect(reply).toMatchObject({ written_by: 'double-1', note: null })
  expect(reply.plan_edits).toMatchObject({
    who: 'business owners',
    topics: { added: [{ phrase: 'bookkeeping app', beside: 'accounting software' }], removed: ['students'] },
    qualifiers: { added: [], removed: [] },
    searches: { added: ['bookkeeping app recommendation'], removed: [] },
  })
  expect(reply.plan.acts).toEqual(['ask_recommendation'])
  expect(reply.plan.exclusions).toEqual(['job ads'])
})

test.each([
  { why: 'refuses', answer: () => ({ status: 400 }), note: 'The configured model did not answer.' },
  {
    why: 'answers in another shape',
    answer: () => '{"plan": 1}',
    note: 'The configured model gave no answer that can be used.',
  },
])('where the model $why the plan stays as it was, with a note', async ({ answer, note }) => {
  const { org, params } = await project(app)
  model.answer = answer
  const body = { intent_signal: SENTENCE, plan_edits: edited, by_model: true }
  const reply = await org.call(readSignalPlan, { params, body })
  expect(reply).toMatchObject({ written_by: null, plan_edits: edited })
  expect(reply.note).toContain(note)
})

test('another organization’s project gets 404', async () => {
  const { org, params } = await project(plain)
  const stranger = await org.foreign()
  const body = { intent_signal: SENTENCE }
  const foreign = await stranger.ask(readSignalPlan, { params, body })
  const missing = await stranger.ask(readSignalPlan, { params: { projectId: UNKNOWN }, body })
  expect(foreign.status).toBe(404)
  expect({ ...foreign.problem(), request_id: '' }).toEqual({ ...missing.problem(), request_id: '' })
})
