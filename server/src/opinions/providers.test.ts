import { expect, test } from 'vitest'
import { readMoney } from '../testing/column-stand.ts'
import { DOUBLE_MODEL } from '../testing/doubles/language-model-double.ts'
import { giveReading, readAskedReading } from '../testing/doubles/reading-model.ts'
import { judgedOf, leadOf, opinionsOf, QUOTE, seek, startOpinionStand, work } from '../testing/opinion-stand.ts'

const PROVIDERS = [
  { provider: 'openai', path: '/v1/responses', name: 'openai' },
  { provider: 'anthropic', path: '/v1/messages', name: 'anthropic' },
  { provider: 'openai-compatible', path: '/v1/chat/completions', name: 'openai-compatible' },
] as const

test.each(PROVIDERS)(
  '$provider is asked about what the built-in model is not sure of',
  async ({ provider, path, name }) => {
    const stand = await startOpinionStand({}, provider)
    try {
      stand.model.script = (asked) => {
        const { text } = readAskedReading(asked)
        if (text.startsWith('[60]'))
          return giveReading(asked, { score: 5, against: ['I bake bread'], reason: 'It is about bread.' })
        return giveReading(asked, { score: 95, for: [QUOTE], reason: `The author asks “${QUOTE}”.` })
      }
      const sought = await seek(stand, [10, 27, 35, 60, 66, 90])
      await work(stand, sought)

      expect(stand.model.asked.map((asked) => asked.path)).toEqual([path, path, path])
      const model = `${name}/${DOUBLE_MODEL}`
      expect(await opinionsOf(stand, sought)).toMatchObject([
        { local: 35, model_score: 95, score: 55, state: 'given', model, local_model: 'local-1' },
        { local: 60, model_score: 5, score: 40, state: 'given', model },
        { local: 66, model_score: 95, score: 86, state: 'given', model },
      ])
      expect(Object.fromEntries(await judgedOf(stand, sought))).toMatchObject({
        10: { score: 10, kept: false, model: 'local-1' },
        27: { score: 27, kept: false, model: 'local-1' },
        35: { score: 55, kept: true, model: `local-1+${model}` },
        60: { score: 40, kept: false, model: `local-1+${model}` },
        66: { score: 86, kept: true, model: `local-1+${model}` },
        90: { score: 90, kept: true, model: 'local-1' },
      })
      expect((await leadOf(sought, 90))?.matches[0]?.second_opinion).toBeNull()
      const lead = await leadOf(sought, 35)
      expect(lead?.matches).toMatchObject([
        {
          score: 55,
          reason: `The author asks “${QUOTE}”.`,
          second_opinion: {
            state: 'given',
            note: `${DOUBLE_MODEL} read this post too and moved the score from 35 to 55.`,
          },
        },
      ])
      const [evidence] = lead?.matches[0]?.evidence ?? []
      expect(lead?.text.slice(evidence?.start, evidence?.end)).toBe(QUOTE)
      expect(evidence).toMatchObject({ kind: 'for', label: `read by ${DOUBLE_MODEL}` })
      expect(await readMoney(stand.app, sought)).toEqual({ held: 0, charged: 6_000, balance: 94_000, summed: 94_000 })
    } finally {
      await stand.close()
    }
  },
)
