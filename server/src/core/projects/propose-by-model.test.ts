import * as contract from '@leadlight/contract/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnsweringModel, type AnsweringModel } from '@leadlight/testing/doubles/answering-model'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { hostilePosts } from '@leadlight/testing/hostile-posts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'

const DESCRIPTION = 'Tide is a CRM for estate agents. It answers enquiries from Rightmove within minutes.'

let model: AnsweringModel
let app: TestApp
let organization: TestOrganization
beforeAll(async () => {
  model = await startAnsweringModel()
  app = await startTestApp({ environment: model.environment })
  organization = await app.organization()
})
afterAll(async () => {
  await app.close()
  await model.close()
})

async function tide(description = DESCRIPTION): Promise<{ id: string }> {
  const project = await organization.project({ name: 'Tide' })
  const body = { business_name: 'Tide', business_description: description }
  await organization.call(contract.updateProject, { params: { id: project.id }, body })
  return { id: project.id }
}

const GOOD = { intent_signal: 'Estate agents losing enquiries from Rightmove', why: 'They have the problem you solve.', quote: 'answers enquiries from Rightmove' } // oxfmt-ignore

describe('signals by a model', () => {
  test('are proposed if they rest on the business’s own words, which they quote', async () => {
    const params = await tide()
    model.answer = () => JSON.stringify({ signals: [GOOD] })
    expect(await organization.call(contract.brainstormIntentSignals, { params })).toEqual({
      intent_signals: [
        {
          intent_signal: GOOD.intent_signal,
          why: 'They have the problem you solve. It rests on your words “answers enquiries from Rightmove”.',
        },
      ],
      written_by: 'double-1',
      note: null,
      questions: [expect.objectContaining({ about: 'rivals' })],
      missing: null,
    })
    expect(model.asked.at(-1)?.prompt).toContain(DESCRIPTION)
  })

  test.each([
    { why: 'quote what is not there', signal: { ...GOOD, quote: 'best CRM of the world' } },
    { why: 'name what nobody named', signal: { ...GOOD, intent_signal: 'Estate agents leaving Salesforce for a CRM' } },
    {
      why: 'name the business itself',
      signal: { ...GOOD, intent_signal: 'Estate agents asking whether Tide is any good' },
    },
    {
      why: 'are about the customers of the customers',
      signal: { ...GOOD, intent_signal: 'Tenants asking which estate agent answers enquiries' },
    },
    { why: 'are too short', signal: { ...GOOD, intent_signal: 'CR' } },
  ])('that $why are left out, and the built-in reader’s come with a note', async ({ signal }) => {
    const params = await tide()
    model.answer = () => JSON.stringify({ signals: [signal] })
    const { intent_signals, written_by, note } = await organization.call(contract.brainstormIntentSignals, { params })
    expect(written_by).toBeNull()
    expect(note).toContain('did not rest on your own words')
    expect(intent_signals[0]?.intent_signal).toBe('Estate agents asking which CRM to use')
  })

  test('cannot contain a link', async () => {
    const params = await tide()
    model.answer = () => JSON.stringify({ signals: [{ ...GOOD, why: 'See https://evil.example/x for more.' }] })
    const { intent_signals } = await organization.call(contract.brainstormIntentSignals, { params })
    expect(JSON.stringify(intent_signals)).not.toContain('evil.example')
  })

  test('say nothing harmful where the model does what a stranger’s words on the website told it', async () => {
    const posts = hostilePosts(createSeededRandom('proposals'), 60)
    for (const post of posts) {
      const params = await tide(`${DESCRIPTION} ${post.body}`)
      model.answer = (asked) => JSON.stringify({ signals: [{ ...GOOD, why: post.obey(asked) }, { ...GOOD, intent_signal: post.obey(asked) }] }) // oxfmt-ignore
      const { intent_signals } = await organization.call(contract.brainstormIntentSignals, { params })
      for (const { intent_signal, why } of intent_signals) {
        // Words that were given may come back as words; links and markup may not.
        expect([intent_signal, why].join(' ').replaceAll(post.body, '')).not.toMatch(
          /www\.|javascript:|<[a-z/!]|\]\(|\p{Cc}/iu,
        )
        expect((why ?? '').length).toBeLessThan(1_000)
      }
    }
  })

  test('are not asked for if a business says nothing of itself', async () => {
    const silent = await organization.project({ name: 'Silent' })
    const asked = model.asked.length
    const reply = await organization.call(contract.brainstormIntentSignals, { params: { id: silent.id } })
    expect(reply).toMatchObject({ intent_signals: [], written_by: null, note: null })
    expect(reply.missing).toMatch(/^Nothing says yet what you offer/)
    expect(reply.questions?.map(({ about }) => about)).toEqual(['offer', 'buyers'])
    expect(model.asked).toHaveLength(asked)
  })

  test('that fail cost nothing but the wait', async () => {
    const params = await tide()
    model.answer = () => ({ status: 400 })
    const { intent_signals, note } = await organization.call(contract.brainstormIntentSignals, { params })
    expect(note).toBe("The configured model did not answer. This is the built-in reader's.")
    expect(intent_signals.length).toBeGreaterThanOrEqual(3)
  })

  test.each(['It is all in the post.', '{"signals": "many"}'])(
    'that say %s are counted as unusable, with what they took',
    async (answer) => {
      const params = await tide()
      const count = async (series: string) => {
        const { text } = await app.request('GET', '/metrics')
        return Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${series} `))
            ?.slice(series.length) ?? 0,
        )
      }
      const unusable = () => count('leadlight_model_proposals_total{kind="signals",outcome="unusable"}')
      const tokens = () => count('leadlight_model_proposal_tokens_total{direction="input"}')
      const before = [await unusable(), await tokens()] as const
      model.answer = () => answer
      const { note } = await organization.call(contract.brainstormIntentSignals, { params })
      expect(note).toBe("The configured model gave no answer that can be used. This is the built-in reader's.")
      expect([await unusable(), await tokens()]).toEqual([before[0] + 1, before[1] + 10])
    },
  )
})

describe('a wording by a model', () => {
  const body = { intent_signal: 'agents looking for a CRM', feedback: 'only in Leeds' }
  const refine = (params: { id: string }) => organization.call(contract.refineIntentSignal, { params, body })

  test('is proposed if it makes nothing up', async () => {
    const params = await tide()
    model.answer = () => JSON.stringify({ intent_signal: 'Estate agents in Leeds asking which CRM to choose.', why: 'Says who asks.' }) // oxfmt-ignore
    expect(await refine(params)).toEqual({
      intent_signal: 'Estate agents in Leeds asking which CRM to choose',
      why: 'Says who asks.',
      written_by: 'double-1',
      note: null,
    })
  })

  test('is replaced by the built-in reader’s if it names what nobody named', async () => {
    const params = await tide()
    model.answer = () => JSON.stringify({ intent_signal: 'Estate agents in Bradford asking for HubSpot', why: 'x' })
    const { intent_signal, written_by, note } = await refine(params)
    expect(intent_signal).toBe('Agents looking for a CRM, in Leeds')
    expect(written_by).toBeNull()
    expect(note).toContain('did not rest on your own words')
  })
})

test('an organization gets a model’s help a hundred times an hour, then the built-in reader’s with a note', async () => {
  const own = await startTestApp({ environment: model.environment })
  const org = await own.organization()
  const project = await org.project({ name: 'Tide' })
  model.answer = () => JSON.stringify({ intent_signal: 'Agents asking which CRM to choose', why: 'x' })
  const ask = () =>
    org.call(contract.refineIntentSignal, {
      params: { id: project.id },
      body: { intent_signal: 'agents who need a CRM' },
    })
  for (let number = 0; number < 100; number += 1) await ask()
  expect((await ask()).note).toContain('100 times in the last hour')
  await own.clock.advance(60 * 60 * 1000 + 1)
  expect((await ask()).note).toBeNull()
  await own.close()
})
