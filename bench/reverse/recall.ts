import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { cosine, packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { coverage, countTerms } from '@leadlight/engine/language/bm25'
import { planSignal, type Plan } from '@leadlight/engine/plan/plan'
import { postText } from '@leadlight/engine/language/post-text'
import { createPrefilter, embeddedText, voicesOf } from '@leadlight/engine/index/prefilter'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { readTerms } from '@leadlight/engine/language/words'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { hasGraded, postKey, readGraded, readPosts, type GradedPost } from '../relevance/read-data.ts'
import { rounded } from './engine.ts'
import { loadCorpus } from './posts.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
const DRAWN_POSTS = 1_500
const EARLIER_RANK_MIN = 0.34

type Rule = (text: string, vector: Float32Array) => boolean

/**
 * Measures how many graded posts with a signal's intent the prefilter lets through, and how many drawn at random,
 * against the former rule: the greatest cosine of three whole vectors. Neither was fitted to grades, but the design was
 * chosen among many on them.
 */
export async function measureRecall(): Promise<Record<string, unknown>> {
  if (!hasGraded(`${SHARED}relevance`, `${SHARED}posts`)) return { missing: 'There is no graded data here.' }
  const { signals, judgements } = readGraded(`${SHARED}relevance`)
  const wanted = judgements.filter(({ grade }) => grade === 2)
  const posts = readPosts(`${SHARED}posts`, new Set(wanted.map(postKey)))
  const embedder = createLocalEmbedder()
  try {
    const plans = new Map(signals.map(({ id, intent_signal: sentence }) => [id, planSignal(sentence)]))
    const rules = new Map<string, { now: Rule; before: Rule }>()
    for (const [id, plan] of plans) rules.set(id, await rulesOf(embedder, plan))
    const graded = { of: wanted.length, now: 0, before: 0 }
    for (const judgement of wanted) {
      const post = posts.get(postKey(judgement))
      if (!post) continue
      count(graded, ruleFor(rules, judgement), postText(post), await vectorOf(embedder, embeddedText(post)))
    }
    const drawn = { of: 0, now: 0, before: 0 }
    for (const text of loadCorpus('real').texts.slice(0, DRAWN_POSTS)) {
      const vector = await vectorOf(embedder, text.slice(0, 300))
      for (const rule of rules.values()) count(drawn, rule, text, vector)
      drawn.of += rules.size
    }
    const shares = ({ of, now, before }: typeof graded) => ({
      of,
      now: rounded(now / of),
      before: rounded(before / of),
    })
    return { gradeTwoKept: shares(graded), drawnKept: shares(drawn) }
  } finally {
    await embedder.close()
  }
}

function ruleFor(rules: ReadonlyMap<string, { now: Rule; before: Rule }>, { signal }: GradedPost) {
  const rule = rules.get(signal)
  if (!rule) throw new Error(`A judgement names the unknown signal ${signal}.`)
  return rule
}

function count(
  total: { now: number; before: number },
  { now, before }: { now: Rule; before: Rule },
  text: string,
  vector: Float32Array,
): void {
  if (now(text, vector)) total.now++
  if (before(text, vector)) total.before++
}

async function rulesOf(embedder: Embedder, plan: Plan): Promise<{ now: Rule; before: Rule }> {
  const prefilter = await createPrefilter(embedder, plan)
  const voices = (await embedder.embed(voicesOf(plan))).map((voice) => unpackVector(packVector(voice)))
  const subject = readTerms(plan.subject)
  return {
    now: (text, vector) => prefilter(text, vector).passed,
    before(text, vector) {
      const words = coverage(wordStatistics, subject, countTerms(readTerms(text.slice(0, 12_000))))
      const meaning = Math.max(0, ...voices.map((voice) => cosine(voice, vector)))
      return 0.5 * words + meaning >= EARLIER_RANK_MIN
    },
  }
}

async function vectorOf(embedder: Embedder, text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text])
  if (!vector) throw new Error('A text has no vector.')
  return unpackVector(packVector(vector))
}
