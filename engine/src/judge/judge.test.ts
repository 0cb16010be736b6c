import { setImmediate } from 'node:timers/promises'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { VECTOR_LENGTH, type Embedder, type TokenEmbedding } from '../embedding/embedder.ts'
import { createLocalEmbedder } from '../embedding/local-embedder.ts'
import { processorMs } from '../testing/processor-time.ts'
import { createJudge } from './judge.ts'
import type { JudgedPostInput, Judgement } from './judgement.ts'
import { planNames } from '../plan/plan-names.ts'
import { planSignal } from '../plan/plan.ts'
import { postText } from '../language/post-text.ts'

const SIGNAL = 'Bakery owners asking which accounting software to use'
const plan = planSignal(SIGNAL)

function post(title: string | null, text: string): JudgedPostInput {
  return { title, text, platform: 'hacker_news', kind: 'post' }
}

/** A stand-in that keeps the embedder's contract without the model: each word's vector follows from its letters. */
const wordEmbedder: Embedder = {
  model: 'words',
  embed: async (texts) => texts.map((text) => embedWords(text).vector),
  embedTokens: async (texts) => texts.map(embedWords),
  close: async () => {},
}

function embedWords(text: string): TokenEmbedding {
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, 254)
  const tokens = new Float32Array(found.length * VECTOR_LENGTH)
  found.forEach(([word], row) => {
    for (const letter of word) tokens[row * VECTOR_LENGTH + ((letter.codePointAt(0) ?? 0) % VECTOR_LENGTH)]! += 1
  })
  const vector = new Float32Array(VECTOR_LENGTH)
  tokens.forEach((value, at) => (vector[at % VECTOR_LENGTH]! += value))
  const length = Math.hypot(...vector) || 1
  const starts = Int32Array.from(found, (word) => word.index)
  return { vector: vector.map((value) => value / length), tokens, near: tokens, starts }
}

async function countTurns(turns: { taken: number; areOver: boolean }): Promise<void> {
  while (!turns.areOver) {
    await setImmediate()
    turns.taken++
  }
}

function expectSound(judged: JudgedPostInput, judgement: Judgement): void {
  const text = postText(judged)
  expect(judgement.score).toBeGreaterThanOrEqual(0)
  expect(judgement.score).toBeLessThanOrEqual(1)
  for (const kind of ['for', 'against'] as const) {
    let last = 0
    for (const span of judgement.evidence.filter((own) => own.kind === kind)) {
      expect(span.start).toBeGreaterThanOrEqual(last)
      expect(span.end).toBeGreaterThan(span.start)
      expect(span.end).toBeLessThanOrEqual(text.length)
      expect(text.slice(span.start, span.end).trim()).toBe(text.slice(span.start, span.end))
      last = span.end
    }
  }
}

it('makes a plan ready once, for as many signals as a post may be judged for', async () => {
  let texts = 0
  const noting: Embedder = {
    ...wordEmbedder,
    embedTokens(given) {
      texts += given.length
      return wordEmbedder.embedTokens(given)
    },
  }
  const judge = createJudge({ embedder: noting })
  const plans = Array.from({ length: 100 }, (_, at) =>
    planSignal(`Owners of ${at} shops asking for accounting software`),
  )
  for (const own of plans) await judge.judge(own, [post(null, 'Which software?')])
  const before = texts
  for (const own of plans) await judge.judge(own, [post(null, 'Which software?')])
  expect(texts).toBe(before)
})

describe('evidence and score of any post', () => {
  const judge = createJudge({ embedder: wordEmbedder })
  const sentence = fc.oneof(
    fc.constantFrom(
      'Which accounting software should I use?',
      'We hired a bookkeeper; it was a disaster, but I learned a lot and now I want software instead of people.',
      'Check out my new app at https://example.com/a?b=c.',
      'e.g. this, i.e. that...',
      '\u202eright to left\u202c',
      '😀😀 yes!',
      '\u0000nul\u0000',
    ),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
  )
  const text = fc
    .array(sentence, { maxLength: 12 })
    .chain((parts) => fc.constantFrom(' ', '\n', '\n\n', '').map((by) => parts.join(by)))

  it('stay within their bounds, quote the post, and are the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(text), text, async (title, body) => {
        const judged = post(title, body)
        const [first] = await judge.judge(plan, [judged])
        const [, second] = await judge.judge(plan, [post('Something else', 'Quite another post.'), judged])
        expectSound(judged, first!)
        expect(second).toEqual(first)
        const [inFull] = await judge.judge(plan, [judged], { inFull: true })
        expectSound(judged, inFull!)
        expect(inFull).toMatchObject({ score: first!.score, keep: first!.keep, reason: first!.reason })
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    ['one line of a megabyte', 'a'.repeat(1_000_000)],
    ['a megabyte of sentences', 'Which software? '.repeat(62_500)],
    ['a megabyte of brackets', '<'.repeat(1_000_000)],
    ['a megabyte of lone surrogates', '\ud800'.repeat(500_000)],
    ['a megabyte of line ends', '\n'.repeat(1_000_000)],
  ])('take at most a second for %s', async (_name, body) => {
    const judged = post('Help', body)
    const tookMs = await processorMs(async () => {
      const [judgement] = await judge.judge(plan, [judged])
      expectSound(judged, judgement!)
    })
    expect(tookMs).toBeLessThan(1000)
  })

  it('are none for a post without words', async () => {
    const [judgement] = await judge.judge(plan, [post(null, ' \n ')])
    expect(judgement).toMatchObject({ score: 0, keep: false, evidence: [] })
  })
})

describe('the built-in model', () => {
  const embedder = createLocalEmbedder()
  const judge = createJudge({ embedder })
  afterAll(() => embedder.close())

  const asking = post(
    'Accounting software for a small bakery?',
    'I run a small bakery with two employees. My spreadsheets are a mess. Which accounting software should I use, and what does it cost?',
  )
  const selling = post(
    'Show HN: We built accounting software for bakeries',
    'We just launched our new accounting app. Check it out and sign up today. It exports to every tax office.',
  )
  const elsewhere = post(
    'My sourdough will not rise',
    'I feed my starter twice a day and it stays flat. What am I doing wrong?',
  )

  it('ranks an author who asks above one who sells, and both above another subject', async () => {
    const [first, second, third] = await judge.judge(plan, [asking, selling, elsewhere])
    expect(first!.keep).toBe(true)
    expect(first!.score).toBeGreaterThan(second!.score + 0.2)
    expect(second!.keep).toBe(false)
    expect(third!.score).toBeLessThan(0.05)
  })

  it('says what a far post does not meet only where asked in full, with the same score', async () => {
    const [brief] = await judge.judge(plan, [elsewhere])
    const [full] = await judge.judge(plan, [elsewhere], { inFull: true })
    expect(brief).toMatchObject({ conditions: [], evidence: [] })
    expect(full).toEqual({ ...brief, conditions: full!.conditions, evidence: full!.evidence })
    expect(full!.conditions).toContainEqual({ kind: 'topic', text: 'accounting software', state: 'not_said', at: null })
    const [near, nearInFull] = [await judge.judge(plan, [asking]), await judge.judge(plan, [asking], { inFull: true })]
    expect(nearInFull).toEqual(near)
  })

  it('quotes the question as evidence and says what it found', async () => {
    const [judgement] = await judge.judge(plan, [asking])
    const quotes = judgement!.evidence.map((span) => postText(asking).slice(span.start, span.end))
    expect(quotes.some((quote) => quote.includes('accounting software') || quote.includes('Accounting software'))).toBe(
      true,
    )
    expect(judgement!.reason).toMatch(
      /^The author asks for a recommendation, and the post names “accounting software”\./,
    )
  })

  it('lowers a post with excluded words and shows them as evidence against', async () => {
    const excluding = planSignal(SIGNAL, { exclusions: ['spreadsheets'] })
    const [plain] = await judge.judge(plan, [asking])
    const [lowered] = await judge.judge(excluding, [asking])
    expect(lowered!.score).toBeLessThan(plain!.score / 2)
    const against = lowered!.evidence.filter(({ kind }) => kind === 'against')
    expect(against.map((span) => postText(asking).slice(span.start, span.end))).toContain('My spreadsheets are a mess.')
    expect(lowered!.reason).toContain('“spreadsheets”, which you excluded')
  })

  it('lowers a post near to what is not wanted, and shows the sentence', async () => {
    const avoiding = planSignal(SIGNAL, { notInterested: 'people who keep their accounts in messy spreadsheets' })
    const [plain, elsewherePlain] = await judge.judge(plan, [asking, selling])
    const [lowered, elsewhereToo] = await judge.judge(avoiding, [asking, selling])
    expect(lowered!.score).toBeLessThan(plain!.score * 0.8)
    expect(elsewhereToo!.score).toBeGreaterThan(elsewherePlain!.score * 0.9)
    const against = lowered!.evidence.filter(({ label }) => label === 'what you are not interested in')
    expect(against.map((span) => postText(asking).slice(span.start, span.end))).toEqual(['My spreadsheets are a mess.'])
    expect(lowered!.reason).toContain('which you are not interested in')
  })

  it('counts a second name as the first', async () => {
    const named = post(null, 'Which bookkeeping thingamajig should my bakery use? Any recommendation?')
    const edits = { ...NO_PLAN_EDITS, topics: { added: [{ phrase: 'thingamajig', beside: 'accounting software' }], removed: [] } } // oxfmt-ignore
    const [without] = await judge.judge(plan, [named])
    const [withName] = await judge.judge(planSignal(SIGNAL, { edits }), [named])
    expect(withName!.features['covers_subject']).toBeGreaterThan(without!.features['covers_subject'] ?? 1)
  })

  it('says that it reads other languages poorly', async () => {
    const german = post(
      null,
      'Welche Buchhaltungssoftware könnt ihr mir für meine kleine Bäckerei empfehlen? Ich habe zwei Angestellte und das ist nicht einfach.',
    )
    const [judgement] = await judge.judge(plan, [german])
    expect(judgement!.reason).toContain('not in English')
    expect(judgement!.score).toBeLessThanOrEqual(0.5)
  })
})

describe('a judge of names', () => {
  const names = Array.from({ length: 90 }, (_, at) => `"alpha${at} beta${at}"`).join(' ')
  const posts = Array.from({ length: 3_000 }, (_, at) =>
    post(null, `${'Some words that stand before it. '.repeat(20)} alpha${at % 180} beta${at % 180}`),
  )

  it('lets others run while it goes over thousands of posts, and says the same of each', async () => {
    const judge = createJudge({ embedder: wordEmbedder })
    const turns = { taken: 0, areOver: false }
    const counting = countTurns(turns)
    const judged = await judge.judge(planNames(names), posts)
    turns.areOver = true
    await counting
    expect(turns.taken).toBeGreaterThan(100)
    expect(judged.map(({ keep }) => keep)).toEqual(posts.map((_, at) => at % 180 < 90))
    expect(judged[5]).toEqual((await judge.judge(planNames(names), posts.slice(5, 6)))[0])
  })
})
