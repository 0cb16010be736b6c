import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { expect, test } from 'vitest'
import { createPrefilter } from '../index/prefilter.ts'
import { createReverseIndex, indexedSignal } from '../index/reverse-index.ts'
import { createJudge } from '../judge/judge.ts'
import { NAMED } from '../names/judge-names.ts'
import { planBrief } from './brief.ts'
import { planNames } from './plan-names.ts'

/** An embedder that must not be asked. */
const NO_EMBEDDER = {
  model: 'none',
  embed: () => Promise.reject(new Error('Names need no vectors.')),
  embedTokens: () => Promise.reject(new Error('Names need no vectors.')),
  close: () => Promise.resolve(),
}
const EXPRESSION = '"Acme Corp" OR https://acme.com/ NOT (bricks OR jobs)'

test('platforms are asked for the names that every match has one of, as their searches take them', () => {
  expect(planNames(EXPRESSION).searchQueries).toEqual(['"Acme Corp"', 'acme.com'])
  expect(planNames('company AND zyxwell').watchQueries).toEqual(['zyxwell'])
})

test('a brief of names is planned by its kind, not by its words', () => {
  const brief = { intentSignal: 'acme', notInterested: '', planEdits: NO_PLAN_EDITS }
  expect(planBrief({ kind: 'name', ...brief }).watched).toBe('acme')
  expect(planBrief({ kind: 'intent', ...brief }).watched).toBeUndefined()
})

test('prefilter, index and judge agree on names, and ask for no vector', async () => {
  const plan = planNames(EXPRESSION)
  const prefilter = await createPrefilter(NO_EMBEDDER, plan)
  const judge = createJudge({ embedder: NO_EMBEDDER })
  const index = createReverseIndex()
  index.put(indexedSignal('one', plan, []))
  const texts = ['We left Acme  corp.', 'See www.acme.com/x', 'acme corporation', 'Acme Corp jobs', 'nothing']
  const posts = texts.map((text) => ({ title: null, text, platform: 'test', kind: 'post' }))
  const judged = await judge.judge(plan, posts)
  expect(judged.map(({ keep }) => keep)).toEqual([true, true, false, false, false])
  expect(texts.map((text) => prefilter(text, undefined).passed)).toEqual(judged.map(({ keep }) => keep))
  expect(texts.map((text) => index.match(text, undefined).length === 1)).toEqual(judged.map(({ keep }) => keep))
  expect(judged[0]).toMatchObject({
    reason: 'It names Acme Corp. The author leaves it or takes it up.',
    evidence: [
      { start: 8, end: 18, kind: 'for', label: 'Names Acme Corp' },
      { start: 0, end: 19, kind: 'for', label: 'Switches from Acme  corp' },
    ],
    modelVersion: NAMED,
  })
  index.remove('one')
  expect(index.size).toBe(0)
  expect(index.sharesWords('Acme Corp')).toBe(false)
})
