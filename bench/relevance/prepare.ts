import { cosine } from '@leadlight/engine/embedding/vector-bytes'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { bm25, mergeTerms } from '@leadlight/engine/language/bm25'
import { trimToClause } from '@leadlight/engine/evidence/evidence'
import { findConditions } from '@leadlight/engine/conditions/conditions'
import { readHeadInputs, scoreConditions, type ConditionWeights } from '@leadlight/engine/judge/condition-heads'
import { computeFeatures, type Match } from '@leadlight/engine/judge/features'
import { measureNearness } from '@leadlight/engine/judge/late-interaction'
import { planSignal } from '@leadlight/engine/plan/plan'
import type { TaggedPlan } from '@leadlight/engine/judge/judge'
import { tagSignal, type Tagger } from '@leadlight/engine/judge/tagged-words'
import { embedPlan } from '@leadlight/engine/plan/plan-vectors'
import { readPosts } from '@leadlight/engine/judge/read-posts'
import type { Reading } from '@leadlight/engine/judge/reading'
import { composeSpeech, poolSentences, type SpeechActWeights } from '@leadlight/engine/judge/speech-act'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { postKey, type GradedPost, type LabelledPost, type Post, type Signal } from './read-data.ts'

const POSTS_PER_ROUND = 64

/** A graded post under its signal: what every scorer needs, without the token vectors. */
export interface Pair {
  /** The post's key. */
  post: string
  signal: string
  business: string
  grade: number
  /** How much it counts in fitting; 1 where it is absent. */
  share?: number
  quote: { start: number; end: number } | undefined
  features: Float64Array
  /** What the head of each condition reads, and what all of them say, in log-odds. */
  reads: readonly Float64Array[]
  met: readonly number[]
  /**
   * For each sentence of a post with a quote, since only its evidence is compared: the position of its clause, the
   * features without it and of it alone, and its scores by the peers.
   */
  sentences: { start: number; end: number; without: Float64Array; alone: Float64Array; bm25: number; cosine: number }[]
  bm25: number
  cosine: number
}

/** Reads the labelled posts and computes the inputs of the speech-act heads. */
export async function prepareSpeech(
  embedder: Embedder,
  labels: readonly LabelledPost[],
  posts: ReadonlyMap<string, Post>,
): Promise<{ label: LabelledPost; inputs: Float32Array }[]> {
  const prepared: { label: LabelledPost; inputs: Float32Array }[] = []
  for (let at = 0; at < labels.length; at += POSTS_PER_ROUND) {
    const own = labels.slice(at, at + POSTS_PER_ROUND)
    const readings = await readPosts(
      embedder,
      own.map((label) => getPost(posts, postKey(label))),
    )
    own.forEach((label, index) => {
      const reading = readings[index]
      if (reading) prepared.push({ label, inputs: composeSpeech(reading.sentences).inputs })
    })
  }
  return prepared
}

/** Reads every graded post once and computes its features under each signal it was graded for. */
export async function preparePairs(
  embedder: Embedder,
  data: GradedData,
  by: { speech: SpeechActWeights; conditions: Pick<ConditionWeights, 'tagger' | 'heads'> },
): Promise<Pair[]> {
  const { tagger, heads } = by.conditions
  const pairs = await prepareReads(embedder, data, { speech: by.speech, taggerOf: () => tagger })
  return pairs.map((pair) => ({ ...pair, met: scoreConditions(heads, pair.reads) }))
}

/** A graded set: its signals, what readers said of which posts, and these posts. */
export interface GradedData {
  signals: readonly Signal[]
  judgements: readonly GradedPost[]
  posts: ReadonlyMap<string, Post>
}

/** Like `preparePairs`, before any head has said something. */
export async function prepareReads(
  embedder: Embedder,
  data: GradedData,
  { speech, taggerOf }: { speech: SpeechActWeights; taggerOf: (signal: Signal) => Tagger },
): Promise<Omit<Pair, 'met'>[]> {
  const plans = new Map<string, { signal: Signal; plan: TaggedPlan }>()
  for (const signal of data.signals) {
    const plan = await embedPlan(embedder, planSignal(signal.intent_signal))
    plans.set(signal.id, { signal, plan: { ...plan, tags: tagSignal(plan, taggerOf(signal)) } })
  }
  const byPost = [...Map.groupBy(data.judgements, postKey)]
  const pairs: Omit<Pair, 'met'>[] = []
  for (let at = 0; at < byPost.length; at += POSTS_PER_ROUND) {
    const round = byPost.slice(at, at + POSTS_PER_ROUND)
    const readings = await readPosts(
      embedder,
      round.map(([key]) => getPost(data.posts, key)),
    )
    round.forEach(([, graded], index) => {
      const reading = readings[index]
      if (!reading) return
      for (const judgement of graded) {
        const planned = plans.get(judgement.signal)
        if (!planned) throw new Error(`A judgement names the unknown signal ${judgement.signal}.`)
        pairs.push(preparePair({ ...planned, judgement, reading, heads: speech }))
      }
    })
  }
  return pairs
}

function preparePair(order: {
  signal: Signal
  plan: TaggedPlan
  judgement: GradedPost
  reading: Reading
  heads: SpeechActWeights
}): Omit<Pair, 'met'> {
  const { signal, plan, judgement, reading, heads } = order
  const match: Match = { plan, reading, nearness: measureNearness(plan, reading) }
  const all = reading.sentences.map((_, index) => index)
  const { terms } = plan
  const quote = findQuote(judgement)
  const features = computeFeatures(match, heads, all)
  const found = findConditions(match, heads, features.speech)
  return {
    post: postKey(judgement),
    signal: signal.id,
    business: signal.business,
    grade: judgement.grade,
    quote,
    features: features.values,
    reads: readHeadInputs({ match, features: features.values }, plan.tags, found),
    sentences: (quote ? reading.sentences : []).map((sentence, index) => {
      const others = all.filter((other) => other !== index)
      const span = trimToClause(match, sentence)
      return {
        start: span.start,
        end: span.end,
        without: computeFeatures(match, heads, others).values,
        alone: computeFeatures(match, heads, [index]).values,
        bm25: bm25(wordStatistics, terms.signal, sentence.terms),
        cosine: cosine(plan.signal.vectors[0], poolSentences([sentence])),
      }
    }),
    bm25: bm25(wordStatistics, terms.signal, mergeTerms(reading.sentences.map((sentence) => sentence.terms))),
    cosine: cosine(plan.signal.vectors[0], poolSentences(reading.sentences)),
  }
}

function findQuote({ start, end }: GradedPost): { start: number; end: number } | undefined {
  return start === undefined || end === undefined ? undefined : { start, end }
}

function getPost(posts: ReadonlyMap<string, Post>, key: string): Post {
  const post = posts.get(key)
  if (!post) throw new Error(`There is no post ${key}.`)
  return post
}
