import { shortestInterval } from '@leadlight/domain/forecast'
import { predictWeek } from '@leadlight/domain/predict-week'
import { createChance } from '../reverse/chance.ts'
import type { Stream } from './streams.ts'

const SEED = 20_261_125
const SPANS = [14, 28, 56, 91]
const WEEK_DAYS = 7
/** The last year of each stream is predicted, so that none speaks louder by its age. */
const WEEKS_PREDICTED = 52

interface Outcome {
  stream: string
  set: Stream['set']
  source: string
  /** The randomised probability integral transform: even between 0 and 1 where predictions are true. */
  transform: number
  isCovered: boolean
}

export interface StreamRow {
  set: string
  of: string
  streams: number
  weeks: number
  covered: number
  /** The Kolmogorov–Smirnov distance from evenness, and how often chance alone has one as large. */
  distance: number
  p: number
}

/** Predicts every week of each stream once, from spans of each length in turn. */
export function predictStreams(streams: readonly Stream[]): StreamRow[] {
  const chance = createChance(SEED)
  const outcomes = streams.flatMap((stream) => predictStream(stream, () => chance.share()))
  return [...Map.groupBy(outcomes, ({ set }) => set)].flatMap(([set, own]) => [
    rowOf(set, 'all', own),
    ...(set === 'tuned on' || set === 'held out' ? bySource(set, own) : []),
  ])
}

function bySource(set: string, outcomes: readonly Outcome[]): StreamRow[] {
  return [...Map.groupBy(outcomes, ({ source }) => source)].map(([source, own]) => rowOf(set, source, own))
}

function predictStream({ name, set, source, days }: Stream, share: () => number): Outcome[] {
  const outcomes: Outcome[] = []
  const longest = Math.max(...SPANS)
  const weeks = Math.floor((days.length - longest) / WEEK_DAYS)
  for (let back = Math.min(WEEKS_PREDICTED, weeks); back > 0; back--) {
    const end = days.length - back * WEEK_DAYS
    const span = SPANS[back % SPANS.length] ?? longest
    const chances = predictWeek(days.slice(end - span, end), { mean: 0, variance: 0 })
    const came = days.slice(end, end + WEEK_DAYS).reduce((sum, events) => sum + events, 0)
    const below = chances.slice(0, came).reduce((sum, one) => sum + one, 0)
    const { low, high } = shortestInterval(chances)
    const transform = below + share() * (chances[came] ?? 0)
    outcomes.push({ stream: name, set, source, transform, isCovered: came >= low && came <= high })
  }
  return outcomes
}

function rowOf(set: string, of: string, outcomes: readonly Outcome[]): StreamRow {
  const distance = distanceFromEven(outcomes.map(({ transform }) => transform))
  return {
    set,
    of,
    streams: new Set(outcomes.map(({ source, stream }) => `${source} ${stream}`)).size,
    weeks: outcomes.length,
    covered: Number((outcomes.filter(({ isCovered }) => isCovered).length / outcomes.length).toFixed(3)),
    distance: Number(distance.toFixed(4)),
    p: Number(chanceOfDistance(distance, outcomes.length).toFixed(4)),
  }
}

function distanceFromEven(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.max(...sorted.map((value, at) => Math.max((at + 1) / sorted.length - value, value - at / sorted.length)))
}

/** Kolmogorov's distribution with Stephens' correction for small samples (1970). */
function chanceOfDistance(distance: number, count: number): number {
  const scaled = (Math.sqrt(count) + 0.12 + 0.11 / Math.sqrt(count)) * distance
  if (scaled < 0.2) return 1
  let sum = 0
  for (let term = 1; term <= 100; term++) sum += 2 * (-1) ** (term - 1) * Math.exp(-2 * term ** 2 * scaled ** 2)
  return Math.min(1, Math.max(0, sum))
}
