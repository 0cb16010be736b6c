import type { Condition } from '@leadlight/domain/conditions'
import { afterAll, describe, expect, it, test } from 'vitest'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { composeEvidence } from '../evidence/evidence.ts'
import { composeReason } from '../evidence/reason.ts'
import { createJudge } from '../judge/judge.ts'
import { measureNearness } from '../judge/late-interaction.ts'
import { readPosts } from '../judge/read-posts.ts'
import { composeSpeech, predictSpeech } from '../judge/speech-act.ts'
import { speechActWeights } from '../judge/weights.ts'
import { ACTS, type ActWeights } from '../plan/acts.ts'
import { embedPlan } from '../plan/plan-vectors.ts'
import { planSignal } from '../plan/plan.ts'
import { findFailed, readConditions } from './conditions.ts'

const embedder = createLocalEmbedder()
afterAll(() => embedder.close())

async function conditionsOf(signal: string, text: string, title: string | null = null): Promise<Condition[]> {
  const plan = await embedPlan(embedder, planSignal(signal))
  const [reading] = await readPosts(embedder, [{ title, text }])
  const speech = predictSpeech(speechActWeights, composeSpeech(reading!.sentences).inputs)
  return readConditions({ plan, reading: reading! }, speechActWeights, speech)
}

async function stateOf(kind: Condition['kind'], signal: string, text: string, title: string | null = null) {
  const states = (await conditionsOf(signal, text, title)).filter((own) => own.kind === kind).map(({ state }) => state)
  return states.join(', ')
}

test('each condition is said with the sentence that meets or fails it', async () => {
  const signal = 'Small bakeries asking for an oven under 5,000 dollars'
  const text = 'I am a student. Which oven should I buy? My budget is $9,000.'
  const conditions = await conditionsOf(signal, text)
  expect(conditions.map(({ at, ...own }) => ({ ...own, words: at && text.slice(at.start, at.end) }))).toMatchObject([
    { kind: 'who', text: 'Small bakeries' },
    { kind: 'act', text: 'asks for a recommendation', state: 'met', words: 'Which oven should I buy?' },
    { kind: 'topic', text: 'oven', state: 'met', words: 'Which oven should I buy?' },
    { kind: 'limit', text: 'under 5,000 dollars', state: 'not_met', words: 'My budget is $9,000.' },
  ])
})

test('a plan without people or limits has no such conditions', async () => {
  const kinds = (await conditionsOf('Looking for a bread oven', 'Which oven should I buy?')).map(({ kind }) => kind)
  expect(kinds).toEqual(['act', 'topic'])
})

test('what is not said of act and subject is not said', async () => {
  const conditions = await conditionsOf('Bakers asking which oven to buy', 'The weather was fine in March.')
  expect(conditions.map(({ kind, state, at }) => [kind, state, at])).toEqual([
    ['who', 'not_said', null],
    ['act', 'not_said', null],
    ['topic', 'not_said', null],
  ])
})

describe('of act and subject the conditions say what the reason says', () => {
  const signal = 'Shop owners looking for a payment processor or unhappy with PayPal'
  const asks = 'asks for a recommendation'
  const both = 'payment processor, PayPal'
  interface Case {
    acts: ActWeights
    text: string
    reason: string[]
    label: string
    act: [string, string]
    topic: [string, string]
  }
  it.each<Case>([
    {
      acts: { complain: 0.9 },
      text: 'PayPal holds my money.',
      reason: ['The author complains', 'names “PayPal”'],
      label: 'names the subject',
      act: ['complains', 'met'],
      topic: ['PayPal', 'met'],
    },
    {
      acts: { complain: 0.4 },
      text: 'My processor is slow.',
      reason: ['The author probably complains', 'uses words of “payment processor”'],
      label: 'uses words of the subject',
      act: ['complains', 'not_said'],
      topic: [both, 'not_said'],
    },
    {
      acts: { ask_recommendation: 0.4 },
      text: 'It is slow.',
      reason: [`The author probably ${asks}`, 'does not use the words of'],
      label: 'shows the intent',
      act: [asks, 'not_said'],
      topic: [both, 'not_said'],
    },
    {
      acts: {},
      text: 'It is slow.',
      reason: ['does not plainly do what the signal asks for', 'does not use the words of'],
      label: 'shows the intent',
      act: ['complains', 'not_said'],
      topic: [both, 'not_said'],
    },
  ])('$reason', async ({ acts, text, reason: words, label, act, topic }) => {
    const plan = await embedPlan(embedder, planSignal(signal))
    const [reading] = await readPosts(embedder, [{ title: null, text }])
    const speech = Float32Array.from([...ACTS, 'need' as const], (name) => (name === 'need' ? 0 : (acts[name] ?? 0)))
    const sentences = reading!.sentences.map(({ terms }) => new Set(terms.counts.keys()))
    const reason = composeReason({ plan, sentences, speech, language: 'english', excluded: undefined, keep: false })
    for (const one of words) expect(reason).toContain(one)
    const match = { plan, reading: reading!, nearness: measureNearness(plan, reading!) }
    const [evidence] = composeEvidence(match, { for: [0], against: [] })
    expect(evidence?.label).toBe(label)
    const conditions = readConditions({ plan, reading: reading! }, speechActWeights, speech)
    const said = (kind: Condition['kind']) =>
      conditions.filter((own) => own.kind === kind).map((own) => [own.text, own.state])
    expect(said('act')).toEqual([act])
    expect(said('topic')).toEqual([topic])
  })
})

describe('who fails only by what authors say of themselves', () => {
  it.each([
    ['Bakery owners asking which oven to buy', 'I am a hobbyist. Which oven should I buy?', 'not_met'],
    ['Bakery owners asking which oven to buy', 'As a student I wonder which oven bakeries buy.', 'not_met'],
    ['Bakery owners asking which oven to buy', 'I run a bakery. Which oven should I buy?', 'met'],
    ['Bakery owners asking which oven to buy', 'I am a student and own my business already. Which oven?', 'met'],
    ['Bakery owners asking which oven to buy', 'My neighbour is a student. Which oven should I buy?', 'not_said'],
    ['Bakery owners asking which oven to buy', 'When I was a student I had an oven. Which one now?', 'not_said'],
    ['Bakery owners asking which oven to buy', 'We sell ovens of all sizes.', 'not_met'],
    ['Bakery owners asking which oven to buy', 'We sell bread. Which oven should I buy?', 'not_said'],
    ['Small companies asking for a payroll tool', 'Our company has 1,200 employees. Which payroll tool?', 'not_met'],
    ['Bakery owners asking which oven to buy', 'We sell bread. Which oven should I buy?', 'not_said'],
    ['Small companies asking for a payroll tool', 'Our company has 12 employees. Which payroll tool?', 'met'],
    ['Network admins asking for a monitoring tool', 'Acme | Network engineer | Berlin | Onsite', 'not_met'],
    ['Companies hiring pastry cooks', 'I am looking for a job as a pastry cook.', 'not_met'],
    ['Beginners asking how to bake bread', 'I am a senior baker. How do I bake rye?', 'not_met'],
    ['Women asking for boots', 'I am a guy with small feet. Which boots?', 'not_met'],
    ['Freelancers who do not know what to charge', 'I am a freelance designer. What do I charge?', 'met'],
  ])('%s: %s', async (signal, text, state) => {
    const own = await stateOf('who', signal, text)
    expect(own).toBe(state)
  })
})

describe('limits fail only by an amount or a place of the author', () => {
  it.each([
    ['Gamers asking for a mouse under 50 dollars', 'My budget is $45 for a mouse.', 'met'],
    ['Gamers asking for a mouse under 50 dollars', 'I can spend $120 on a mouse.', 'not_met'],
    ['Gamers asking for a mouse under 50 dollars', 'I can spend $40 to $80 on a mouse.', 'not_said'],
    ['Gamers asking for a mouse under 50 dollars', 'My old mouse cost $120 and broke.', 'not_said'],
    ['Gamers asking for a PC for less than 700 pounds', 'My budget is £1,200.', 'not_met'],
    ['People with more than 20,000 dollars in savings', 'I have $50k in savings.', 'met'],
    ['People with more than 20,000 dollars in savings', 'I have $4,000 in savings.', 'not_met'],
    ['People with more than 20,000 dollars in savings', 'I have $4,000 a month.', 'not_said'],
    ['Customers kept on hold for more than an hour', 'I was on hold for 45 minutes.', 'not_met'],
    ['Customers kept on hold for more than an hour', 'I was on hold for two hours.', 'met'],
    ['Bakers in the UK asking which oven to buy', 'I live in Manchester. Which oven?', 'met'],
    ['Bakers in the UK asking which oven to buy', 'We are based in Germany. Which oven?', 'not_met'],
    ['Bakers in the UK asking which oven to buy', 'My oven was made in Germany. Which next?', 'not_said'],
    ['Bakers in New York asking which oven to buy', 'I live in the US. Which oven?', 'not_said'],
    ['Companies in Europe hiring bakers', 'Acme | Baker | Boston | Onsite', 'not_met'],
    ['Companies hiring engineers on site', 'Acme | Engineer | Boston | 100% remote', 'not_met'],
    ['Companies hiring engineers on site', 'Acme | Engineer | Boston | Onsite', 'met'],
    ['JetBlue customers whose bag was lost', '@united you lost my bag', 'not_met'],
    ['JetBlue customers whose bag was lost', '@JetBlue you lost my bag', 'met'],
    ['Cooks without a degree who look for work', 'I am a cook and have no degree.', 'met'],
    ['Cooks without a degree who look for work', 'I am a cook with a degree.', 'not_said'],
  ])('%s: %s', async (signal, text, state) => {
    expect(await stateOf('limit', signal, text)).toBe(state)
  })
})

test('a place in brackets in the title is the author’s', async () => {
  const signal = 'Gamers in the UK asking for a list of parts'
  expect(await stateOf('limit', signal, 'Which parts?', '[Norway] Gaming PC')).toBe('not_met')
  expect(await stateOf('limit', signal, 'Which parts?', 'Gaming PC (UK)')).toBe('met')
})

test('only limits lower a score', () => {
  const failed = (kind: Condition['kind']) => findFailed([{ kind, text: kind, state: 'not_met', at: null }])
  expect(failed('who')).toEqual({ failed: undefined, factor: 1 })
  expect(failed('limit')).toEqual({ failed: 'limit', factor: 0.4 })
  expect(failed('act')).toEqual({ failed: undefined, factor: 1 })
  expect(findFailed([])).toEqual({ failed: undefined, factor: 1 })
})

test('a post whose author fails a limit has a lower score, and its reason says which', async () => {
  const plan = planSignal('Gamers asking for a mouse under 50 dollars')
  const posts = ['$45', '$450'].map((budget) => ({
    title: 'Which mouse?',
    text: `Which gaming mouse should I buy? My budget is ${budget}.`,
    platform: 'forum',
    kind: 'post',
  }))
  const [met, failed] = await createJudge({ embedder }).judge(plan, posts)
  expect(failed!.score).toBeLessThan(met!.score / 2)
  expect(failed!.reason).toContain('By the author’s own words it does not meet “under 50 dollars”.')
  expect(failed!.conditions).toContainEqual(expect.objectContaining({ kind: 'limit', state: 'not_met' }))
  expect(met!.conditions).toContainEqual(expect.objectContaining({ kind: 'limit', state: 'met' }))
})
