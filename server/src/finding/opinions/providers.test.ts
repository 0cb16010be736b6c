import { expect, test } from 'vitest'
import { readMoney } from '@leadlight/testing/column-fixture'
import { DOUBLE_MODEL } from '@leadlight/testing/doubles/language-model-double'
import { giveReading, readAskedReading } from '@leadlight/testing/doubles/reading-model'
import {
  judgedOf,
  leadOf,
  opinionsOf,
  QUOTE,
  seek,
  startOpinionFixture,
  work,
} from '@leadlight/testing/opinion-fixture'

const PROVIDERS = [
  { provider: 'openai', path: '/v1/responses', name: 'openai' },
  { provider: 'anthropic', path: '/v1/messages', name: 'anthropic' },
  { provider: 'openai-compatible', path: '/v1/chat/completions', name: 'openai-compatible' },
] as const

test.each(PROVIDERS)(
  '$provider is asked about posts the built-in model is unsure of',
  async ({ provider, path, name }) => {
    const fixture = await startOpinionFixture({}, provider)
    try {
      fixture.model.script = (asked) => {
        const { text } = readAskedReading(asked)
        if (text.startsWith('[45]'))
          return giveReading(asked, { score: 5, against: ['I bake bread'], reason: 'It is about bread.' })
        return giveReading(asked, { score: 95, for: [QUOTE], reason: `The author asks “${QUOTE}”.` })
      }
      const sought = await seek(fixture, [10, 12, 20, 45, 51, 90])
      await work(fixture, sought)

      expect(fixture.model.asked.map((asked) => asked.path)).toEqual([path, path, path])
      const model = `${name}/${DOUBLE_MODEL}`
      expect(await opinionsOf(fixture, sought)).toMatchObject([
        { local: 20, model_score: 95, score: 40, state: 'given', model, local_model: 'local-1' },
        { local: 45, model_score: 5, score: 25, state: 'given', model },
        { local: 51, model_score: 95, score: 71, state: 'given', model },
      ])
      expect(Object.fromEntries(await judgedOf(fixture, sought))).toMatchObject({
        10: { score: 10, kept: false, model: 'local-1' },
        12: { score: 12, kept: false, model: 'local-1' },
        20: { score: 40, kept: true, model: `local-1+${model}` },
        45: { score: 25, kept: false, model: `local-1+${model}` },
        51: { score: 71, kept: true, model: `local-1+${model}` },
        90: { score: 90, kept: true, model: 'local-1' },
      })
      expect((await leadOf(sought, 90))?.matches[0]?.second_opinion).toBeNull()
      const lead = await leadOf(sought, 20)
      expect(lead?.matches).toMatchObject([
        {
          score: 40,
          reason: `The author asks “${QUOTE}”.`,
          second_opinion: {
            state: 'given',
            note: `${DOUBLE_MODEL} read this post too and moved the score from 20 to 40.`,
          },
        },
      ])
      const [evidence] = lead?.matches[0]?.evidence ?? []
      expect(lead?.text.slice(evidence?.start, evidence?.end)).toBe(QUOTE)
      expect(evidence).toMatchObject({ kind: 'for', label: `read by ${DOUBLE_MODEL}` })
      expect(await readMoney(fixture.app, sought)).toEqual({ held: 0, charged: 6_000, balance: 94_000, summed: 94_000 })
    } finally {
      await fixture.close()
    }
  },
)
