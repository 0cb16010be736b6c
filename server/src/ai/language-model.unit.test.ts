import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../platform/errors.ts'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { createCapturedLog, type CapturedLog } from '@leadlight/testing/captured-log'
import {
  DOUBLE_MODEL,
  startLanguageModelDouble,
  type LanguageModelDouble,
  type Script,
} from '@leadlight/testing/doubles/language-model-double'
import { createLanguageModel, type ModelConfig } from './create-language-model.ts'
import type { TokensUsed } from './language-model.ts'
import type { ModelFailure } from './model-failure.ts'

let double: LanguageModelDouble
let outbound: Outbound
let log: CapturedLog
beforeAll(async () => {
  double = await startLanguageModelDouble()
  outbound = createOutbound({ userAgent: 'Leadlight test' })
})
afterAll(async () => {
  await outbound.close()
  await double.close()
})
beforeEach(() => {
  double.asked.length = 0
  log = createCapturedLog()
})

const PIECES = ['Good ', 'question', '. It ', 'depends.']

const PROVIDERS = [
  { provider: 'openai', path: '/v1/responses', key: 'authorization' },
  { provider: 'anthropic', path: '/v1/messages', key: 'x-api-key' },
  { provider: 'openai-compatible', path: '/v1/chat/completions', key: 'authorization' },
] as const

function modelOf(provider: ModelConfig['provider'], onTokens?: (tokens: TokensUsed) => void) {
  const config = { provider, baseUrl: double.url, apiKey: 'a-key', model: DOUBLE_MODEL }
  return createLanguageModel(config, { fetch: outbound.operator, log, ...(onTokens && { onTokens }) })!
}

function request(signal = new AbortController().signal) {
  return { instructions: 'Be brief.', prompt: 'What now?', maxOutputTokens: 500, signal }
}

/** Nobody counts. */
function ignored(): void {}

/** What was written before the stream ended, and how it ended. */
async function written(pieces: AsyncIterable<string>): Promise<{ text: string; failure: unknown }> {
  let text = ''
  try {
    for await (const piece of pieces) text += piece
    return { text, failure: undefined }
  } catch (failure) {
    return { text, failure }
  }
}

test('without a provider there is no model', () => {
  const config = { provider: 'local', baseUrl: undefined, apiKey: undefined, model: undefined } as const
  expect(createLanguageModel(config, { fetch: outbound.operator, log })).toBeUndefined()
})

describe.each(PROVIDERS)('$provider', ({ provider, path, key }) => {
  test('writes in pieces, with instructions and prompt sent separately', async () => {
    double.script = () => ({ kind: 'say', pieces: PIECES })
    expect(await written(modelOf(provider).write(request()))).toEqual({ text: PIECES.join(''), failure: undefined })
    expect(double.asked).toMatchObject([{ path, instructions: 'Be brief.', prompt: 'What now?', isCutOff: false }])
    const { body, headers } = double.asked[0]!
    expect(headers[key]).toContain('a-key')
    expect(body).toMatchObject({ model: DOUBLE_MODEL, stream: true })
    expect(body['tools']).toBeUndefined()
    expect(body['store']).toBe(provider === 'openai' ? false : undefined)
  })

  test('answers in the shape that was asked for', async () => {
    double.script = () => ({ kind: 'say', pieces: ['{"fits": true}'] })
    const schema = z.object({ fits: z.boolean() })
    expect(await modelOf(provider).answer({ ...request(), schema })).toEqual({ fits: true })
    double.script = () => ({ kind: 'say', pieces: ['{"fits": "perhaps"}'] })
    await expect(modelOf(provider).answer({ ...request(), schema })).rejects.toMatchObject({
      code: 'model_unavailable',
    })
  })

  test('tells what every answer took, written or of a shape, also one that is of no use', async () => {
    const told: TokensUsed[] = []
    const model = modelOf(provider, (tokens) => told.push(tokens))
    const schema = z.object({ fits: z.boolean() })
    double.script = () => ({ kind: 'say', pieces: ['{"fits": true}'] })
    await written(model.write(request()))
    await model.answer({ ...request(), schema })
    await model.answerOnce({ ...request(), schema, onTokens: ignored })
    for (const useless of ['{"fits": "perhaps"}', 'It fits well.']) {
      double.script = () => ({ kind: 'say', pieces: [useless] })
      await expect(model.answer({ ...request(), schema })).rejects.toThrow()
      await expect(model.answerOnce({ ...request(), schema, onTokens: ignored })).rejects.toThrow()
    }
    expect(told).toEqual(Array.from({ length: 7 }, () => ({ input: 400, output: 60 })))
  })

  test('answers once, with the tokens it took, and never retries', async () => {
    double.script = () => ({ kind: 'say', pieces: ['{"fits": true}'] })
    const schema = z.object({ fits: z.boolean() })
    const told: TokensUsed[] = []
    const onTokens = (tokens: TokensUsed) => told.push(tokens)
    expect(await modelOf(provider).answerOnce({ ...request(), schema, onTokens })).toEqual({ fits: true })
    expect(told).toEqual([{ input: 400, output: 60 }])
    const scripts: [Script, Partial<ModelFailure>][] = [
      [{ kind: 'say', pieces: ['{"fits": "perhaps"}'] }, { as: 'unusable' }],
      [{ kind: 'say', pieces: ['It fits well.'] }, { as: 'unusable' }],
      [{ kind: 'say', pieces: [''] }, { as: 'unusable' }],
      [{ kind: 'garbage' }, { as: 'unusable' }],
      [{ kind: 'filtered', pieces: ['{"fits": true}'] }, { as: 'refused' }],
      [{ kind: 'broken', pieces: [] }, { as: 'away' }],
      [
        { kind: 'error', status: 429, retryAfterS: 90 },
        { as: 'busy', retryAfterMs: 90_000 },
      ],
      [
        { kind: 'error', status: 503 },
        { as: 'away', retryAfterMs: null },
      ],
      [{ kind: 'error', status: 401 }, { as: 'away' }],
    ]
    for (const [script, failure] of scripts) {
      double.asked.length = 0
      double.script = () => script
      await expect(modelOf(provider).answerOnce({ ...request(), schema, onTokens })).rejects.toMatchObject(failure)
      expect(double.asked).toHaveLength(1)
    }
  })

  const failures: [string, Script, string][] = [
    ['breaks in the middle', { kind: 'broken', pieces: PIECES }, 'model_unavailable'],
    ['stops without an end', { kind: 'cut_short', pieces: PIECES }, 'model_unavailable'],
    ['tells of a failure in the middle', { kind: 'failing', pieces: PIECES }, 'model_unavailable'],
    ['sends what is no JSON', { kind: 'garbage' }, 'model_unavailable'],
    ['is stopped by its own filter', { kind: 'filtered', pieces: PIECES }, 'draft_refused'],
    ['does not know the key', { kind: 'error', status: 401 }, 'model_unavailable'],
  ]
  test.each(failures)('a model that %s fails', async (_, script, code) => {
    double.script = () => script
    const { failure } = await written(modelOf(provider).write(request()))
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({ kind: 'upstream', code })
    expect(JSON.stringify(log.lines)).not.toContain('What now?')
  })

  test('a temporary failure is retried once, when the provider says', async () => {
    const scripts: Script[] = [
      { kind: 'error', status: 429, retryAfterS: 1 },
      { kind: 'say', pieces: PIECES },
    ]
    double.script = () => scripts.shift()!
    expect(await written(modelOf(provider).write(request()))).toEqual({ text: PIECES.join(''), failure: undefined })
    expect(double.asked).toHaveLength(2)
  })

  test('a model that stays busy or down says so, and a refused key is not tried twice', async () => {
    double.script = () => ({ kind: 'error', status: 429, retryAfterS: 1 })
    expect((await written(modelOf(provider).write(request()))).failure).toMatchObject({
      message: 'The configured model is busy. Nothing was charged; try again in a minute.',
    })
    expect(double.asked).toHaveLength(2)
    double.script = () => ({ kind: 'error', status: 401 })
    expect((await written(modelOf(provider).write(request()))).failure).toMatchObject({
      message:
        'The configured model does not accept the key of this installation. Nothing was charged; tell whoever runs it.',
    })
    expect(double.asked).toHaveLength(3)
  })

  test('an abort reaches the provider', async () => {
    double.script = () => ({ kind: 'endless' })
    const stop = new AbortController()
    const reason = new Error('enough')
    let words = 0
    const reading = (async () => {
      for await (const _ of modelOf(provider).write(request(stop.signal))) if ((words += 1) === 5) stop.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
    await expect.poll(() => double.asked[0]?.isCutOff).toBe(true)
  })
})
