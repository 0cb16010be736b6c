import { logOddsOf } from '@leadlight/domain/scoring'
import { measureLesson, type Lesson } from '@leadlight/domain/teaching'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { adjustmentOf, fitAdjustment, VECTOR_VARIANCE, type Adjustment, type Label } from '../learning/adjustment.ts'

/** A post as the built-in model sees it. */
export interface SeenPost {
  /** The built-in model's probability, and the features it stands on. */
  local: number
  features: Readonly<Record<string, number>>
  /** Of length 1. */
  vector: Float32Array
}

/** What a large model said of a post that it was asked about. */
export interface TeachingVerdict extends SeenPost {
  modelKept: boolean
  /** What people said of the post; null where they have not. */
  said: boolean | null
}

/** What was learned: weights for a post's vector and then its features, by name, as far from their means as told. */
export interface Head {
  adjustment: Adjustment
  means: Float64Array
  deviations: Float64Array
}

/** The prior variance of a feature's weight, in log-odds for each deviation (docs/decisions/0038-teach-once.md). */
const FEATURE_VARIANCE = 0.3
const FEATURE_SHARE = Math.sqrt(FEATURE_VARIANCE / VECTOR_VARIANCE)
/** No feature speaks louder, since three hundred posts may not show how far it goes. */
const DEVIATIONS_MAX = 3
/** What a person says counts for as many verdicts of a model. */
const SAID_WEIGHT = 3
const FOLDS = 5
const KEPT_FROM = logOddsOf(relevanceWeights.threshold)

/**
 * Learns what a large model would say of the posts between, and measures it on posts left out of what it learned from:
 * each fifth by what the other four teach. What people said goes before what the model said, and is not measured, since
 * the model need not agree with it. Equal verdicts in the same order give equal bits; undefined without any.
 */
export function teachHead(verdicts: readonly TeachingVerdict[]): { head: Head; lesson: Lesson } | undefined {
  const head = fit(verdicts)
  if (!head) return undefined
  const compared = Array.from({ length: FOLDS }, (_, fold) => {
    const without = fit(verdicts.filter((_, at) => at % FOLDS !== fold))
    const own = verdicts.filter(({ said }, at) => at % FOLDS === fold && said === null)
    return own.map(({ modelKept, ...post }) => ({ modelKept, kept: without !== undefined && keepsBy(without, post) }))
  })
  return { head, lesson: measureLesson(compared.flat()) }
}

function fit(verdicts: readonly TeachingVerdict[]): Head | undefined {
  const scales = measureFeatures(verdicts)
  const adjustment = fitAdjustment(verdicts.map((verdict) => toLabel(verdict, scales)))
  return adjustment && { adjustment, ...scales }
}

type Scales = Pick<Head, 'means' | 'deviations'>

function measureFeatures(posts: readonly SeenPost[]): Scales {
  const rows = posts.map(({ features }) => valuesOf(features))
  const over = (of: (row: readonly number[], at: number) => number) =>
    Float64Array.from(rows[0] ?? [], (_, at) => rows.reduce((sum, row) => sum + of(row, at), 0) / rows.length)
  const means = over((row, at) => row[at] ?? 0)
  const variances = over((row, at) => ((row[at] ?? 0) - (means[at] ?? 0)) ** 2)
  return { means, deviations: variances.map(Math.sqrt) }
}

/** In the order of their names, which is the same for one version of the judge. */
function valuesOf(features: SeenPost['features']): number[] {
  return Object.keys(features)
    .toSorted()
    .map((name) => features[name] ?? 0)
}

/** The judge's log-odds count from where posts are kept, so that even odds are the threshold. */
function toLabel({ modelKept, said, ...post }: TeachingVerdict, scales: Scales): Label {
  const label = { base: logOddsOf(post.local) - KEPT_FROM, vector: inputOf(post, scales) }
  return said === null ? { ...label, fits: modelKept } : { ...label, fits: said, weight: SAID_WEIGHT }
}

/** The vector, then the features in deviations from their means; one that never varied says nothing. */
function inputOf({ vector, features }: SeenPost, { means, deviations }: Scales): Float32Array {
  const input = new Float32Array(vector.length + means.length)
  input.set(vector)
  valuesOf(features).forEach((value, at) => {
    const deviation = deviations[at] ?? 0
    if (deviation < 1e-9) return
    const away = (value - (means[at] ?? 0)) / deviation
    input[vector.length + at] = FEATURE_SHARE * Math.max(-DEVIATIONS_MAX, Math.min(DEVIATIONS_MAX, away))
  })
  return input
}

/** The score from 0 to 1 that a post gets in place of the large model's. */
export function taughtScore({ adjustment, ...scales }: Head, post: SeenPost): number {
  return 1 / (1 + Math.exp(-logOddsOf(post.local) - adjustmentOf(adjustment, inputOf(post, scales))))
}

/** Whether a post is kept by what was taught. */
export function keepsBy(head: Head, post: SeenPost): boolean {
  return taughtScore(head, post) >= relevanceWeights.threshold
}

/** Whether a large model's score from 0 to 100 keeps a post. */
export function isKeptByModel(modelScore: number): boolean {
  return modelScore >= relevanceWeights.threshold * 100
}

/** A head as the database keeps it: how many features, their means and deviations, the bias and the weights, as doubles. */
export function packHead({ adjustment, means, deviations }: Head): Buffer {
  const { bias, weights } = adjustment
  return Buffer.from(Float64Array.of(means.length, ...means, ...deviations, bias, ...weights).buffer)
}

export function unpackHead(bytes: Uint8Array): Head {
  // Copied, since the database's bytes may not start at a multiple of eight, as Float64Array requires.
  const [count = 0, ...values] = new Float64Array(Uint8Array.from(bytes).buffer)
  const [bias = 0, ...weights] = values.slice(2 * count)
  return {
    means: Float64Array.from(values.slice(0, count)),
    deviations: Float64Array.from(values.slice(count, 2 * count)),
    adjustment: { bias, weights: Float64Array.from(weights) },
  }
}
