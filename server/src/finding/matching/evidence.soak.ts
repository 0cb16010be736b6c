import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { systemClock } from '../../platform/clock.ts'
import { loadCorpus, OWN_POSTS } from '@leadlight/testing/doubles/corpus'
import { createJudge } from '@leadlight/engine/judge/judge'
import { planSignal } from '@leadlight/engine/plan/plan'
import { postText } from '@leadlight/engine/language/post-text'

const SHARED = resolve(import.meta.dirname, '../../../../shared/data/posts')
const POSTS_PER_ROUND = 64
const SIGNALS = [
  'Small business owners asking which accounting or bookkeeping software to use',
  'Travellers stranded by a cancelled or delayed flight who cannot reach customer service',
  'Developers with slow database queries who ask for help with performance',
]

const embedder = createLocalEmbedder()
afterAll(() => embedder.close())

test('every span of evidence lies in its post, whole and trimmed, over all sample posts', async () => {
  const posts = await loadCorpus({ folder: existsSync(SHARED) ? SHARED : OWN_POSTS, now: systemClock.now() })
  const judge = createJudge({ embedder })
  let spans = 0
  for (let at = 0; at < posts.length; at += POSTS_PER_ROUND) {
    const round = posts.slice(at, at + POSTS_PER_ROUND)
    const plan = planSignal(SIGNALS[(at / POSTS_PER_ROUND) % SIGNALS.length] ?? '')
    const judgements = await judge.judge(plan, round)
    judgements.forEach(({ evidence }, i) => {
      const text = postText(round[i] ?? { title: null, text: '' })
      for (const { start, end } of evidence) {
        const quote = text.slice(start, end)
        expect(quote).toHaveLength(end - start)
        expect(quote.trim()).toBe(quote)
        expect(quote).not.toBe('')
        spans += 1
      }
    })
  }
  expect(spans).toBeGreaterThan(0)
})
