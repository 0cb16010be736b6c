import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { cosine } from '@leadlight/engine/embedding/vector-bytes'
import { FEATURE_NAMES } from '@leadlight/engine/judge/features'
import type { JudgeWeights } from '@leadlight/engine/judge/judge'
import { fitSpeech, requireKnownLabels } from './fit-models.ts'
import { gradedElsewhere, prepareLearnSet } from './learn-set.ts'
import { preparePairs, prepareSpeech, type Pair } from './prepare.ts'
import { postKey, readGraded, readLabels, readPosts, type GradedPost, type Signal } from './read-data.ts'
import { fitModels } from './scorers.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
/** A signal whose sentence comes this near says nearly the same. */
const NEAR = 0.8

/** What is measured at once: the signals of one business, and what must not be learned from for them. */
export interface Fold {
  business: string
  /** The keys of the posts that are graded for it. */
  posts: ReadonlySet<string>
  /** The ids of the signals that say nearly what one of its own says. */
  near: ReadonlySet<string>
}

/**
 * Weights of the judge for each business of some signals, by its name. Each is fitted on the data that the shipped weights
 * are fitted on, without the business, the posts graded for it, and the signals near one of its own.
 */
export async function fitFoldWeights(
  embedder: Embedder,
  {
    signals,
    judgements,
    postsFolder,
  }: { signals: readonly Signal[]; judgements: readonly GradedPost[]; postsFolder: string },
): Promise<Map<string, JudgeWeights>> {
  const learned = readGraded(`${SHARED}relevance`)
  const judged = new Set([...learned.judgements, ...judgements].map(postKey))
  const known = new Set([...judged, ...gradedElsewhere()])
  const labels = readLabels(`${SHARED}intent-types/labels.jsonl`).filter((label) => !known.has(postKey(label)))
  requireKnownLabels(labels)
  const posts = readPosts(postsFolder, new Set([...judged, ...labels.map(postKey)]))
  const heads = fitSpeech(await prepareSpeech(embedder, labels, posts))
  const speech = { version: 'out-of-fold', about: {}, heads }
  const { pairs: further, conditions: learnedHeads } = await prepareLearnSet(embedder, {
    speech,
    postsFolder,
    measured: signals,
  })
  const conditions = { version: 'out-of-fold', about: {}, ...learnedHeads }
  const pairs = [...(await preparePairs(embedder, { ...learned, posts }, { speech, conditions })), ...further]
  const weights = new Map<string, JudgeWeights>()
  for (const [business, own] of Map.groupBy(signals, (signal) => signal.business)) {
    const ids = new Set(own.map(({ id }) => id))
    const graded = new Set(judgements.filter(({ signal }) => ids.has(signal)).map(postKey))
    const near = await findNear(embedder, learned.signals, own)
    const { relevance } = fitModels(outside(pairs, { business, posts: graded, near }))
    const version = `out-of-fold-${weights.size + 1}`
    weights.set(business, {
      speech,
      conditions,
      relevance: { ...relevance, version, about: {}, features: [...FEATURE_NAMES] },
    })
  }
  return weights
}

/** The pairs from which weights for a fold may be learned. */
export function outside(pairs: readonly Pair[], { business, posts, near }: Fold): Pair[] {
  return pairs.filter((pair) => pair.business !== business && !posts.has(pair.post) && !near.has(pair.signal))
}

async function findNear(embedder: Embedder, signals: readonly Signal[], to: readonly Signal[]): Promise<Set<string>> {
  const embed = (of: readonly Signal[]) => embedder.embed(of.map(({ intent_signal: sentence }) => sentence))
  const [vectors, others] = [await embed(signals), await embed(to)]
  const isNear = (vector: Float32Array) => others.some((other) => cosine(vector, other) >= NEAR)
  return new Set(signals.filter((_, index) => isNear(vectors[index] ?? new Float32Array())).map(({ id }) => id))
}
