/** With fewer passed-over posts looked at, nothing can be said of what is missed. */
export const AUDITED_MIN = 10

/** Enough for an interval exact to about one point in a hundred. */
const DRAWS = 1_000
const TAIL = 0.025
/** Jeffreys' prior: half an answer of each kind, which keeps intervals honest with few answers. */
const PRIOR = 0.5

/** Posts of one kind that a signal passed over, and people's answers on those drawn from them. */
export interface AuditedStratum {
  /** How many posts there were to draw from. */
  posts: number
  yes: number
  no: number
}

export interface RecallCounts {
  /** How many posts the signal found in the audited period. */
  found: number
  /** People's answers on its leads. */
  positive: number
  negative: number
  strata: readonly AuditedStratum[]
}

export interface MeasuredRecall {
  /** How many passed-over posts people looked at, and how many of them they wanted. */
  audited: number
  missed: number
  /** The share of what the signal looks for that it finds, from 0 to 1. */
  share: number
  low: number
  high: number
}

/**
 * The share that a signal finds of what it looks for: right leads against wanted posts among those passed over, both
 * estimated from what people looked at. Each kind of passed-over post counts for as many as it was drawn from. The
 * interval is Bayesian, of independent shares, and the same counts always give the same. Null while too few were looked
 * at.
 */
export function measuredRecall({ found, positive, negative, strata }: RecallCounts): MeasuredRecall | null {
  const audited = strata.reduce((sum, { yes, no }) => sum + yes + no, 0)
  const missed = strata.reduce((sum, { yes }) => sum + yes, 0)
  if (audited < AUDITED_MIN || positive + negative === 0) return null
  const random = mulberry(0x1eadbeef)
  const lows = new Float64Array(DRAWS)
  const highs = new Float64Array(DRAWS)
  for (let draw = 0; draw < DRAWS; draw++) {
    const right = found * drawBeta(random, positive + PRIOR, negative + PRIOR)
    lows[draw] = shareOf(
      right,
      total(strata, (stratum) => drawMissed(random, stratum, PRIOR)),
    )
    highs[draw] = shareOf(
      right,
      total(strata, (stratum) => drawMissed(random, stratum, 0)),
    )
  }
  const share = shareOf(
    found * (positive / (positive + negative)),
    total(strata, ({ posts, yes, no }) => (yes === 0 ? 0 : (posts * yes) / (yes + no))),
  )
  const low = Math.min(quantile(lows, TAIL), share)
  return { audited, missed, share, low, high: Math.max(quantile(highs, 1 - TAIL), share) }
}

/**
 * Draws how many posts of one kind were wanted and passed over: those seen, and as many of the rest as their share
 * makes likely. Without a prior it is the least that the answers allow, and none if none was wanted, since no prior may
 * speak of misses that nobody saw.
 */
function drawMissed(random: () => number, { posts, yes, no }: AuditedStratum, prior: number): number {
  const unseen = Math.max(0, posts - yes - no)
  if (unseen === 0 || yes + prior === 0) return yes
  return yes + unseen * drawBeta(random, yes + prior, no + (prior === 0 ? 1 : prior))
}

function shareOf(right: number, missed: number): number {
  return right + missed === 0 ? 1 : right / (right + missed)
}

function total(strata: readonly AuditedStratum[], of: (stratum: AuditedStratum) => number): number {
  return strata.reduce((sum, stratum) => sum + of(stratum), 0)
}

function quantile(values: Float64Array, at: number): number {
  return values.toSorted()[Math.min(values.length - 1, Math.floor(at * values.length))] ?? 0
}

function drawBeta(random: () => number, left: number, right: number): number {
  const x = drawGamma(random, left)
  const y = drawGamma(random, right)
  return x + y === 0 ? 0 : x / (x + y)
}

/** Marsaglia and Tsang (2000), with their boost for shapes below 1. */
function drawGamma(random: () => number, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * Math.max(random(), 1e-300) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const normal = drawNormal(random)
    const v = (1 + c * normal) ** 3
    if (v > 0 && Math.log(Math.max(random(), 1e-300)) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(Math.max(random(), 1e-300))) * Math.cos(2 * Math.PI * random())
}

/** Random numbers from 0 to 1 that depend on the seed alone. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
