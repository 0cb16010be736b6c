import { expect, test } from 'vitest'
import { readMoney } from '@leadlight/testing/column-fixture'
import { DOUBLE_MODEL } from '@leadlight/testing/doubles/language-model-double'
import { giveReading, readAskedReading } from '@leadlight/testing/doubles/reading-model'
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
} from '@leadlight/testing/opinion-fixture'

const PROVIDERS = [
  { provider: 'openai', path: '/v1/responses', name: 'openai' },
  { provider: 'anthropic', path: '/v1/messages', name: 'anthropic' },
  { provider: 'openai-compatible', path: '/v1/chat/completions', name: 'openai-compatible' },
] as const

/** Beyond the band, lifted into the leads, moved out of them, and a lead before and after. */
const FAR = KEPT_FROM - SHIFT - 1
const LIFTED = KEPT_FROM - 9
const DOUBTED = KEPT_FROM + 8
const SURER = KEPT_FROM + 11

test.each(PROVIDERS)(
  '$provider is asked about posts the built-in model is unsure of',
  async ({ provider, path, name }) => {
    const fixture = await startOpinionFixture({}, provider)
    try {
      fixture.model.script = (asked) => {
        const { text } = readAskedReading(asked)
        if (text.startsWith(`[${DOUBTED}]`))
          return giveReading(asked, { score: 5, against: ['I bake bread'], reason: 'It is about bread.' })
        return giveReading(asked, { score: 95, for: [QUOTE], reason: `The author asks “${QUOTE}”.` })
      }
      const sought = await seek(fixture, [FAR - 3, FAR, LIFTED, DOUBTED, SURER, 90])
      await work(fixture, sought)

      expect(fixture.model.asked.map((asked) => asked.path)).toEqual([path, path, path])
      const model = `${name}/${DOUBLE_MODEL}`
      expect(await opinionsOf(fixture, sought)).toMatchObject([
        { local: LIFTED, model_score: 95, score: LIFTED + SHIFT, state: 'given', model, local_model: 'local-1' },
        { local: DOUBTED, model_score: 5, score: DOUBTED - SHIFT, state: 'given', model },
        { local: SURER, model_score: 95, score: SURER + SHIFT, state: 'given', model },
      ])
      expect(Object.fromEntries(await judgedOf(fixture, sought))).toMatchObject({
        [FAR - 3]: { score: FAR - 3, kept: false, model: 'local-1' },
        [FAR]: { score: FAR, kept: false, model: 'local-1' },
        [LIFTED]: { score: LIFTED + SHIFT, kept: true, model: `local-1+${model}` },
        [DOUBTED]: { score: DOUBTED - SHIFT, kept: false, model: `local-1+${model}` },
        [SURER]: { score: SURER + SHIFT, kept: true, model: `local-1+${model}` },
        90: { score: 90, kept: true, model: 'local-1' },
      })
      expect((await leadOf(sought, 90))?.matches[0]?.second_opinion).toBeNull()
      const lead = await leadOf(sought, LIFTED)
      expect(lead?.matches).toMatchObject([
        {
          score: LIFTED + SHIFT,
          reason: `The author asks “${QUOTE}”.`,
          second_opinion: {
            state: 'given',
            note: `${DOUBLE_MODEL} read this post too and moved the score from ${LIFTED} to ${LIFTED + SHIFT}.`,
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
