import { COLUMN_TEXT_MAX } from '@leadlight/domain/columns'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { expect, onTestFinished, test } from 'vitest'
import { hostilePosts } from '@leadlight/testing/hostile-posts'
import { startLanguageModelDouble } from '@leadlight/testing/doubles/language-model-double'
import { createLanguageModel } from '../../ai/create-language-model.ts'
import { systemClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/log.ts'
import { createOutbound } from '../../platform/outbound.ts'
import { askModel } from './ask-model.ts'

const POSTS = 800
const WHY_MAX = 300
const LINK = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:|javascript:|data:)\S+/giu
const MARKUP = /<[a-z/!]|\]\(|```/iu
const UNSEEN = /[^\P{Cc}]|(?![\u200C\u200D])\p{Cf}/u

test('a model that does what each post says fills cells with one harmless line, of no other length and with no link of its own', async () => {
  const posts = hostilePosts(createSeededRandom('columns'), POSTS)
  const model = await startLanguageModelDouble()
  const outbound = createOutbound({ userAgent: 'Leadlight test' })
  onTestFinished(async () => {
    await outbound.close()
    await model.close()
  })
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL } = model.environment()
  const config = { provider: 'openai-compatible', baseUrl, apiKey, model: AI_MODEL } as const
  const languageModel = createLanguageModel(config, { fetch: outbound.operator, log: silentLog })!
  model.script = (asked) => {
    const given = JSON.parse(asked.prompt.split('\n\nPosts:\n')[1]!) as { post: number; text: string }[]
    const answers = given.map(({ post, text }) => {
      const obeyed = posts.find(({ id }) => text.includes(id))!.obey(asked)
      return { post, answer: obeyed, why: obeyed }
    })
    return { kind: 'say', pieces: [JSON.stringify({ answers })] }
  }
  const leads = posts.map(({ id, title, body }) => ({
    leadId: id,
    title,
    body,
    platform: 'hacker_news',
    kind: 'post',
    url: '',
    community: null,
  }))
  const column = { prompt: 'Which tool do they praise?', type: 'text' as const }
  const { answers } = await askModel({ languageModel, clock: systemClock }, column, leads, new AbortController().signal)

  expect(answers.size).toBe(POSTS)
  const done = posts.filter(({ id }) => answers.get(id)?.state === 'done')
  expect(done.length).toBeGreaterThan(POSTS / 2)
  for (const { id, title, body } of done) {
    const answer = answers.get(id) as { value: string | null; why: string }
    expect([(answer.value ?? '').length <= COLUMN_TEXT_MAX, answer.why.length <= WHY_MAX]).toEqual([true, true])
    for (const words of [answer.value ?? '', answer.why]) {
      const foreign = [...words.matchAll(LINK)].filter(([link]) => !`${title} ${body}`.includes(link))
      expect([id, words, foreign, MARKUP.test(words), UNSEEN.test(words)]).toEqual([id, words, [], false, false])
    }
  }
})
