import { ACTS } from '@leadlight/engine/plan/acts'
import { FEATURE_NAMES } from '@leadlight/engine/judge/features'
import { joinScores } from '@leadlight/engine/judge/condition-heads'
import { scoreFeatures, standardise, type Line, type RelevanceModel } from '@leadlight/engine/judge/relevance-model'
import { HEADS, logistic, type Head } from '@leadlight/engine/judge/speech-act'
import { fitLogistic, type Sample } from './fit-logistic.ts'
import type { LabelledPost } from './read-data.ts'

/** All chosen beforehand for reasons, none searched for on the scored businesses. */
const SPEECH_PENALTY = 10
const RELEVANCE_PENALTY = 30
const SCALE_MIN = 1e-3
/** The share of a match that a post of grade 1 counts as. */
const PARTLY = 0.2
const INNER_FOLDS = 5
/** Spread of the signals' own intercepts: how much commoner matches may be under one signal than another. */
const SIGNAL_SPREAD = 3
/**
 * The share of matches that probabilities assume. Among graded posts it is one in seven, behind a live search about
 * three in a hundred. Eight is about midway in log-odds, and errs by at most 0.05 on average at either end.
 */
export const ASSUMED_SHARE = 0.08
/**
 * What the judge is to reach: of the posts kept so many are right, and of the right ones so many are kept. The threshold
 * stands where it falls short of both alike. The best F-measure is no guide: with precision counting double it is flat,
 * within .015 while recall falls from .49 to .30.
 */
const WANTED = { precision: 0.72, recall: 0.65 }

/** One graded post under one signal, as features. */
export interface Row {
  signal: string
  business: string
  grade: number
  features: Float64Array
  /** What the heads say of each condition, by heads that have not seen this business. */
  met: readonly number[]
  /** How much it counts in fitting; 1 where it is absent. */
  share?: number
}

interface Scored {
  score: number
  grade: number
  share?: number | undefined
}

/** Fits one logistic head per speech act and one for need, from hand-labelled posts. */
export function fitSpeech(labelled: readonly { label: LabelledPost; inputs: Float32Array }[]): Record<string, Head> {
  const heads: Record<string, Head> = {}
  for (const name of HEADS) {
    const isOne = (label: LabelledPost): boolean => (name === 'need' ? label.need >= 1 : label.labels.includes(name))
    const samples = labelled.map(({ label, inputs }) => ({ inputs, target: isOne(label) ? 1 : 0 }))
    const { bias, weights } = fitLogistic(samples, SPEECH_PENALTY)
    heads[name] = { bias: shorten(bias), weights: weights.map(shorten) }
  }
  return heads
}

/**
 * Fits the relevance model: standardised features, ridge, grade 1 as a fifth of a match. Then the second line, Platt's
 * calibration and the threshold, from scores of businesses left out in turn, so that none has seen what it is fitted on;
 * the eight weights of the second line are too few to be told from unseen ones by the other two.
 */
export function fitRelevance(rows: readonly Row[]): Omit<RelevanceModel, 'quotes'> {
  const businesses = [...new Set(rows.map(({ business }) => business))].sort()
  const joined: { row: Row; inputs: Float64Array }[] = []
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const held = new Set(businesses.filter((_, index) => index % INNER_FOLDS === fold))
    const inner = fitFirst(rows.filter(({ business }) => !held.has(business)))
    for (const row of rows) {
      if (held.has(row.business)) joined.push({ row, inputs: joinScores(scoreFeatures(inner, row.features), row.met) })
    }
  }
  const second = fitJudge(joined)
  const unseen = joined.map(({ row, inputs }) => ({ ...row, score: scoreFeatures(second, inputs) }))
  const calibration = fitCalibration(unseen)
  const probabilities = unseen.map(({ score, grade, share }) => ({
    probability: logistic(calibration.slope * score + calibration.offset),
    grade,
    share,
  }))
  return {
    ...shortenLine(fitFirst(rows)),
    second: shortenLine(second),
    calibration,
    shares: { graded: shorten(shareOf(unseen)), assumed: ASSUMED_SHARE },
    threshold: chooseThreshold(probabilities),
  }
}

/**
 * Platt: a slope and an offset that turn scores into probabilities of grade 2. The offset is then moved by the
 * difference in log-odds between the share of grade 2 here and the assumed one.
 */
export function fitCalibration(scored: readonly Scored[]): { slope: number; offset: number } {
  const samples: Sample[] = scored.map(({ score, grade, share }) => ({
    inputs: [score],
    target: grade === 2 ? 1 : 0,
    share: share ?? 1,
  }))
  const { bias, weights } = fitLogistic(samples, 1e-3)
  const moved = bias + logOdds(ASSUMED_SHARE) - logOdds(shareOf(scored))
  return { slope: shorten(weights[0] ?? 1), offset: shorten(moved) }
}

function shareOf(scored: readonly Pick<Scored, 'grade' | 'share'>[]): number {
  return weigh(scored.filter(({ grade }) => grade === 2)) / weigh(scored)
}

function weigh(scored: readonly Pick<Scored, 'share'>[]): number {
  return scored.reduce((sum, { share = 1 }) => sum + share, 0)
}

function logOdds(share: number): number {
  return Math.log(share / (1 - share))
}

/** The probability from which posts are kept: the one that comes nearest to both of `WANTED`, each as a share of it. */
export function chooseThreshold(
  scored: readonly (Pick<Scored, 'grade' | 'share'> & { probability: number })[],
): number {
  const ranked = [...scored].sort((left, right) => right.probability - left.probability)
  const wanted = weigh(ranked.filter(({ grade }) => grade === 2))
  let hits = 0
  let read = 0
  let best = { reached: 0, probability: 0.5 }
  ranked.forEach(({ probability, grade, share = 1 }) => {
    read += share
    if (grade === 2) hits += share
    const reached = Math.min(hits / read / WANTED.precision, hits / wanted / WANTED.recall)
    if (reached > best.reached) best = { reached, probability }
  })
  return Math.round(best.probability * 100) / 100
}

/** The features' weights alone, for comparing what groups of them add; `uses` says which count. */
export function fitRanking(
  rows: readonly Row[],
  uses: (feature: string) => boolean,
): (features: Float64Array) => number {
  const mask = FEATURE_NAMES.map((name) => (uses(name) ? 1 : 0))
  const masked = (features: Float64Array): Float64Array => features.map((value, index) => value * (mask[index] ?? 0))
  const line = fitFirst(rows.map((row) => ({ ...row, features: masked(row.features) })))
  return (features) => scoreFeatures(line, masked(features))
}

function fitFirst(rows: readonly Row[]): Line {
  return fitJudge(rows.map((row) => ({ row, inputs: row.features })))
}

function fitJudge(rows: readonly { row: Row; inputs: Float64Array }[]): Line {
  const targets = [0, PARTLY, 1]
  const samples = rows.map(({ row: { signal, grade, share = 1 }, inputs }) => ({
    inputs,
    target: targets[grade] ?? 0,
    share,
    group: signal,
  }))
  return fitLine(samples, { penalty: RELEVANCE_PENALTY, spread: SIGNAL_SPREAD })
}

/**
 * Ridge on standardised inputs. While fitting, every group has an intercept of its own, so that the weights separate
 * posts of one signal rather than rich signals from poor ones. The intercepts are then dropped.
 */
export function fitLine(
  rows: readonly { inputs: Float64Array; target: number; share: number; group: string }[],
  { penalty, spread }: { penalty: number; spread: number },
): Line {
  const total = Math.max(
    1e-9,
    rows.reduce((sum, { share }) => sum + share, 0),
  )
  const average = (of: (inputs: Float64Array) => number): number =>
    rows.reduce((sum, { share, inputs }) => sum + share * of(inputs), 0) / total
  const means = Array.from(rows[0]?.inputs ?? [], (_, at) => average((inputs) => inputs[at] ?? 0))
  const scales = means.map((center, at) =>
    Math.max(SCALE_MIN, Math.sqrt(average((inputs) => ((inputs[at] ?? 0) - center) ** 2))),
  )
  const numbers = new Map([...new Set(rows.map(({ group }) => group))].map((group, index) => [group, index]))
  const samples = rows.map(({ inputs, target, share, group }) => ({
    inputs: inputs.map((value, at) => standardise(value, means[at] ?? 0, scales[at] ?? 1)),
    target,
    share,
    group: { index: numbers.get(group) ?? 0, value: spread },
  }))
  return { means, scales, ...fitLogistic(samples, penalty) }
}

export function shortenLine({ means, scales, weights, bias }: Line): Line {
  return {
    means: means.map(shorten),
    scales: scales.map(shorten),
    weights: weights.map(shorten),
    bias: shorten(bias),
  }
}

export function shorten(value: number): number {
  return Number(value.toPrecision(5))
}

/** Throws on an act that labels may not carry: a mistake in a label file worth stopping for. */
export function requireKnownLabels(labels: readonly LabelledPost[]): void {
  const known = new Set<string>(ACTS)
  const stranger = labels.flatMap((label) => label.labels).find((label) => !known.has(label))
  if (stranger !== undefined) throw new Error(`The labels name an unknown act: ${stranger}.`)
}
