/** A scorer's verdict on one graded post: a score to rank by, a probability, and whether it would be kept. */
export interface Verdict {
  signal: string
  grade: number
  score: number
  probability: number
  keep: boolean
  /** How many spans are shown as evidence for the match; absent without a quote. */
  spans?: number
  /** Whether the evidence overlaps the grader's quote; absent without a quote. */
  overlaps?: boolean
  /** The post's key, where it is known. */
  post?: string
}

export interface Figures {
  ap: number
  precision: number
  recall: number
  /** Precision at a recall of 0.65, wherever the threshold stands. */
  precisionAtRecall: number
  ece: number
  /** The same at a live share of matches: posts weighted so that `LIVE_SHARE` of them are of grade 2. */
  eceLive: number
  /** The same where one post in a hundred is of grade 2. */
  eceRare: number
  evidence: number
  /** How many signals with `SILENT_LEADS` posts of grade 2 or more keep none of their posts, whatever its grade. */
  silent: number
  /** By signal, how far the mean probability is from the share of grade 2 among its graded posts: the median. */
  shareGap: number
}

const BINS = 10
/** About how many of a hundred posts behind a live search are matches. */
const LIVE_SHARE = 0.03
/** The same behind a search for something rare. */
const RARE_SHARE = 0.01
/** A signal with as many leads has no excuse for keeping none. */
export const SILENT_LEADS = 5

/**
 * Average precision of grade 2, by signal. Signals without a post of grade 2 are left out. Ties count against the
 * scorer.
 */
export function averagePrecisions(verdicts: readonly Verdict[]): Map<string, number> {
  const bySignal = Map.groupBy(verdicts, ({ signal }) => signal)
  const found = new Map<string, number>()
  for (const [signal, own] of bySignal) {
    const ranked = [...own].sort((left, right) => right.score - left.score || left.grade - right.grade)
    let hits = 0
    let sum = 0
    ranked.forEach((verdict, rank) => {
      if (verdict.grade !== 2) return
      hits++
      sum += hits / (rank + 1)
    })
    if (hits > 0) found.set(signal, sum / hits)
  }
  return found
}

/** Precision of grade 2 over all signals together, down to the rank where this share of the matches is found. */
export function precisionAtRecall(verdicts: readonly Verdict[], recall = 0.65): number {
  const ranked = [...verdicts].sort((left, right) => right.score - left.score || left.grade - right.grade)
  const wanted = recall * ranked.filter(({ grade }) => grade === 2).length
  let hits = 0
  let read = 0
  for (const { grade } of ranked) {
    if (hits >= wanted) break
    read++
    if (grade === 2) hits++
  }
  return read === 0 ? 0 : hits / read
}

export function measure(verdicts: readonly Verdict[]): Figures {
  const kept = verdicts.filter(({ keep }) => keep)
  const right = kept.filter(({ grade }) => grade === 2).length
  const quoted = verdicts.filter(({ overlaps }) => overlaps !== undefined)
  return {
    ap: mean([...averagePrecisions(verdicts).values()]),
    precision: kept.length === 0 ? 0 : right / kept.length,
    recall: right / Math.max(1, verdicts.filter(({ grade }) => grade === 2).length),
    precisionAtRecall: precisionAtRecall(verdicts),
    ece: calibrationError(verdicts),
    eceLive: calibrationError(verdicts, LIVE_SHARE),
    eceRare: calibrationError(verdicts, RARE_SHARE),
    evidence: quoted.filter(({ overlaps }) => overlaps === true).length / Math.max(1, quoted.length),
    silent: countSilent(verdicts),
    shareGap: median(measureShareGaps(verdicts)),
  }
}

function countSilent(verdicts: readonly Verdict[]): number {
  const signals = [...Map.groupBy(verdicts, ({ signal }) => signal).values()]
  const isSilent = (own: readonly Verdict[]) =>
    own.filter(({ grade }) => grade === 2).length >= SILENT_LEADS && !own.some(({ keep }) => keep)
  return signals.filter(isSilent).length
}

function measureShareGaps(verdicts: readonly Verdict[]): number[] {
  const signals = [...Map.groupBy(verdicts, ({ signal }) => signal).values()]
  return signals.map((own) =>
    Math.abs(mean(own.map(({ probability }) => probability)) - mean(own.map(({ grade }) => (grade === 2 ? 1 : 0)))),
  )
}

/**
 * Expected calibration error: the mean gap between probability and outcome over ten equal bins, by their size. With a
 * `share`, posts are weighted so that this share of them is of grade 2.
 */
export function calibrationError(verdicts: readonly Verdict[], share?: number): number {
  const seen = verdicts.filter(({ grade }) => grade === 2).length / Math.max(1, verdicts.length)
  const weigh = ({ grade }: Verdict): number => {
    if (share === undefined || seen === 0 || seen === 1) return 1
    return grade === 2 ? share / seen : (1 - share) / (1 - seen)
  }
  const bins = Map.groupBy(verdicts, ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)))
  let error = 0
  let total = 0
  for (const own of bins.values()) {
    let gap = 0
    for (const verdict of own) {
      gap += weigh(verdict) * (verdict.probability - (verdict.grade === 2 ? 1 : 0))
      total += weigh(verdict)
    }
    error += Math.abs(gap)
  }
  return total === 0 ? 0 : error / total
}

export interface Interval {
  mean: number
  low: number
  high: number
}

/** Paired bootstrap over signals: the mean of the differences with its 95 % interval. Seeded, so it can be repeated. */
export function bootstrap(differences: readonly number[], rounds = 10_000): Interval {
  const next = seeded(20_261_121)
  const means = Array.from({ length: rounds }, () =>
    mean(differences.map(() => differences[Math.floor(next() * differences.length)] ?? 0)),
  ).sort((left, right) => left - right)
  return {
    mean: mean(differences),
    low: means[Math.floor(rounds * 0.025)] ?? 0,
    high: means[Math.floor(rounds * 0.975)] ?? 0,
  }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? 0) + upper) / 2
}

/** Mulberry32: small, and even enough for resampling. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
