import process from 'node:process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PREVIEW_QUESTIONS_MAX } from '@leadlight/domain/signals'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import type { SpeechActWeights } from '@leadlight/engine/judge/speech-act'
import { conditionWeights, relevanceWeights, speechActWeights } from '@leadlight/engine/judge/weights'
import { fitSpeech, requireKnownLabels } from '../relevance/fit-models.ts'
import { gradedElsewhere, prepareLearnSet } from '../relevance/learn-set.ts'
import { averagePrecisions, mean, measure, type Verdict } from '../relevance/measures.ts'
import { preparePairs, prepareSpeech, type Pair } from '../relevance/prepare.ts'
import { hasGraded, postKey, readGraded, readLabels, readPosts, type Post } from '../relevance/read-data.ts'
import { applyModels, fitModels, type Models } from '../relevance/scorers.ts'
import { gainInRecall, recallAtPrecision } from './recall-at-precision.ts'
import { simulate, type JudgedPair, type Manner } from './simulate.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
const COUNTS = [5, 10, 20, 30]
const SEEDS = 10
const POSTS_PER_ROUND = 64

/** The least gain in F1, in hundredths, from twenty labels per signal. */
const GAIN_MIN = 5
/** The least gain in recall at this precision from the eight answers that a preview asks for. */
const ASKED_GAIN_MIN = 0.1
const ASKED_PRECISION = 0.75

/**
 * `npm run bench -- learning [--data DIR] [--posts DIR]`. The judge has not seen the business, and no
 * measured post is among the labels.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, posts: { type: 'string' } } })
  const folder = resolve(values.data ?? `${SHARED}relevance`)
  const postsFolder = resolve(values.posts ?? `${SHARED}posts`)
  if (!hasGraded(folder, postsFolder)) {
    console.log(
      `There is no graded data in ${folder} with posts in ${postsFolder}, so learning cannot be measured here.`,
    )
    return
  }
  const embedder = createLocalEmbedder()
  try {
    report(await judgeAll(embedder, folder, postsFolder))
  } finally {
    await embedder.close()
  }
}

/** The shared data by weights that have not seen the business, with the set to learn from; any other by the shipped ones. */
async function judgeAll(embedder: Embedder, folder: string, postsFolder: string): Promise<JudgedPair[]> {
  const graded = readGraded(folder)
  const posts = readPosts(postsFolder, new Set(graded.judgements.map(postKey)))
  const vectors = await embedPosts(embedder, posts)
  const judge = (models: Models, pairs: readonly Pair[]): JudgedPair[] => {
    const verdicts = applyModels(models, pairs)['Leadlight'] ?? []
    return pairs.map((pair, at) => toJudged(pair, verdicts[at], models.relevance.threshold, vectors))
  }
  if (folder !== resolve(`${SHARED}relevance`)) {
    const pairs = await preparePairs(
      embedder,
      { ...graded, posts },
      { speech: speechActWeights, conditions: conditionWeights },
    )
    return judge({ relevance: relevanceWeights, peers: {} }, pairs)
  }
  const speech = await fitBlindHeads(embedder, postsFolder, posts)
  const { pairs: further, conditions } = await prepareLearnSet(embedder, {
    speech,
    postsFolder,
    measured: graded.signals,
  })
  const pairs = await preparePairs(embedder, { ...graded, posts }, { speech, conditions })
  return [...Map.groupBy(pairs, (pair) => pair.business)].flatMap(([business, held]) =>
    judge(fitModels([...pairs.filter((pair) => pair.business !== business), ...further]), held),
  )
}

/** Heads that have seen no graded post. */
async function fitBlindHeads(
  embedder: Embedder,
  postsFolder: string,
  graded: ReadonlyMap<string, Post>,
): Promise<SpeechActWeights> {
  const elsewhere = gradedElsewhere()
  const labels = readLabels(`${SHARED}intent-types/labels.jsonl`).filter(
    (label) => !graded.has(postKey(label)) && !elsewhere.has(postKey(label)),
  )
  requireKnownLabels(labels)
  const posts = readPosts(postsFolder, new Set(labels.map(postKey)))
  return { version: 'out-of-fold', about: {}, heads: fitSpeech(await prepareSpeech(embedder, labels, posts)) }
}

function toJudged(
  { post, signal, grade }: Pair,
  verdict: Verdict | undefined,
  threshold: number,
  vectors: ReadonlyMap<string, Float32Array>,
): JudgedPair {
  const vector = vectors.get(post)
  if (!vector || !verdict) throw new Error(`The post ${post} was not judged.`)
  return { signal, grade, probability: verdict.probability, threshold, vector }
}

/** The vectors as the product keeps them. */
async function embedPosts(embedder: Embedder, posts: ReadonlyMap<string, Post>): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>()
  const all = [...posts]
  for (let at = 0; at < all.length; at += POSTS_PER_ROUND) {
    const own = all.slice(at, at + POSTS_PER_ROUND)
    const made = await embedder.embed(own.map(([, post]) => embeddedText(post)))
    own.forEach(([key], index) => {
      const vector = made[index]
      if (vector) vectors.set(key, unpackVector(packVector(vector)))
    })
  }
  return vectors
}

interface Gains {
  before: { f1: number; precision: number; recall: number; ap: number }
  after: { f1: number; precision: number; recall: number; ap: number }
}

function report(pairs: readonly JudgedPair[]): void {
  const signals = new Set(pairs.map(({ signal }) => signal)).size
  console.log(`${pairs.length} graded posts under ${signals} signals, ${SEEDS} draws each\n`)
  console.log('labels a signal        F1 without   with   gain      precision         recall     AP without   with')
  let gained = 0
  for (const manner of ['drawn', 'triaged'] as const) {
    for (const labels of COUNTS) {
      const { before, after } = gainOf(pairs, labels, manner)
      const gain = (after.f1 - before.f1) * 100
      if (manner === 'drawn' && labels === 20) gained = gain
      const cells = [
        before.f1.toFixed(3),
        after.f1.toFixed(3),
        `${gain >= 0 ? '+' : ''}${gain.toFixed(1)}`,
        `${before.precision.toFixed(2)} → ${after.precision.toFixed(2)}`,
        `${before.recall.toFixed(2)} → ${after.recall.toFixed(2)}`,
        before.ap.toFixed(3),
        after.ap.toFixed(3),
      ]
      console.log(`${labels} ${manner}`.padEnd(22) + cells.map((cell) => cell.padStart(11)).join(''))
    }
  }
  console.log(`\nTwenty labels, drawn by chance: ${gained.toFixed(1)} points of F1; ${GAIN_MIN} are asked for.`)
  if (gained < GAIN_MIN) process.exitCode = 1
  reportAsked(pairs)
}

/** Whoever answers the preview's eight questions: how much more the signal finds among the posts not asked about. */
function reportAsked(pairs: readonly JudgedPair[]): void {
  const { before, after } = simulate(pairs, { labels: PREVIEW_QUESTIONS_MAX, manner: 'asked', seed: 1 })
  const [without, withThem] = [before, after].map((verdicts) => recallAtPrecision(verdicts, ASKED_PRECISION).toFixed(3))
  const { mean: gain, low, high } = gainInRecall(before, after, { precision: ASKED_PRECISION })
  const [apWithout, apWith] = [before, after].map((verdicts) => figuresOf(verdicts).ap.toFixed(3))
  console.log(
    `\nEight answers, as the preview asks: recall at a precision of ${ASKED_PRECISION} ${without} → ${withThem}, ` +
      `${gain.toFixed(3)} more (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}); ${ASKED_GAIN_MIN} are asked for. ` +
      `AP ${apWithout} → ${apWith}. ${before.length} posts not asked about.`,
  )
  if (gain < ASKED_GAIN_MIN) process.exitCode = 1
}

function gainOf(pairs: readonly JudgedPair[], labels: number, manner: Manner): Gains {
  const runs = Array.from({ length: SEEDS }, (_, seed) => simulate(pairs, { labels, manner, seed: seed + 1 }))
  const over = (of: (run: (typeof runs)[number]) => Verdict[]) => {
    const each = runs.map((one) => figuresOf(of(one)))
    const over = (name: 'f1' | 'precision' | 'recall' | 'ap') => mean(each.map((figures) => figures[name]))
    return { f1: over('f1'), precision: over('precision'), recall: over('recall'), ap: over('ap') }
  }
  return { before: over(({ before }) => before), after: over(({ after }) => after) }
}

function figuresOf(verdicts: readonly Verdict[]) {
  const { precision, recall } = measure(verdicts)
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { precision, recall, f1, ap: mean([...averagePrecisions(verdicts).values()]) }
}
