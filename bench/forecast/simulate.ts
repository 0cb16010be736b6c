import {
  forecastWeek,
  shortestInterval,
  type Observed,
  type ObservedDay,
  type PartlyJudged,
} from '@leadlight/domain/forecast'
import { createChance, type Chance } from '../reverse/chance.ts'
import { drawGamma, drawNormal, drawPoisson } from './draws.ts'

const SEED = 20_261_125
const RATES = [0.3, 1, 2, 5, 10, 20, 50]
const SPANS = [14, 28, 56, 91]
const WEEK_DAYS = 7

/** A made-up flow of leads: the rate of each week from the last, and how a week is observed. */
export interface Flow {
  name: string
  /** Whether the limits apply. */
  isBarred: boolean
  /** The week's own rate around the flow's, as a factor. */
  factor: (chance: Chance, rate: number) => number
  /** How much the flow's rate moves from week to week, as the deviation of its logarithm. */
  drift: number
  /** The share of posts that were judged. */
  judged: number
}

const STEADY = { factor: () => 1, drift: 0, judged: 1 }

export const FLOWS: readonly Flow[] = [
  { name: 'Pure chance', isBarred: true, ...STEADY },
  { ...STEADY, name: 'Weeks differ twice as much as by chance', isBarred: false, factor: restless },
  { ...STEADY, name: 'The rate drifts by 10 % a week', isBarred: false, drift: 0.1 },
  { ...STEADY, name: 'A third of the near posts is judged', isBarred: false, judged: 1 / 3 },
]

export interface SimulatedRow {
  rate: number
  days: number
  /** The share of weeks within their forecast. */
  covered: number
  /** The mean width, against the shortest interval that holds four in five of pure chance with the true rate. */
  width: number
}

/** Forecasts so many made-up weeks for each rate and span. Widths count the whole numbers in an interval. */
export function simulate(flow: Flow, draws: number): { flow: Flow; rows: SimulatedRow[] } {
  const chance = createChance(SEED)
  const rows = RATES.flatMap((rate) => SPANS.map((days) => simulateCell(flow, { chance, rate, days, draws })))
  return { flow, rows }
}

interface Cell {
  chance: Chance
  rate: number
  days: number
  draws: number
}

function simulateCell(flow: Flow, { chance, rate, days, draws }: Cell): SimulatedRow {
  let covered = 0
  let width = 0
  for (let draw = 0; draw < draws;) {
    const { observed, next, nextRate } = observe(flow, { chance, rate, days })
    const forecast = forecastWeek(observed)
    // Where by chance nothing was judged, nothing is said that could be right or wrong.
    if (forecast.kind === 'cannot_tell') continue
    draw++
    if (next >= forecast.low && next <= forecast.high) covered++
    width += widthOf(forecast) / widthOf(shortestInterval(poisson(nextRate)))
  }
  return { rate, days, covered: covered / draws, width: Number((width / draws).toFixed(3)) }
}

/** What is seen of a flow for some days, and how many leads the week after brings. */
function observe(flow: Flow, { chance, rate, days }: Omit<Cell, 'draws'>) {
  const seen: ObservedDay[] = []
  const near: PartlyJudged = { posts: 0, judged: 0, kept: 0 }
  let moving = rate
  for (let day = 0; day < days;) {
    const own = moving * flow.factor(chance, moving)
    for (const end = Math.min(days, day + WEEK_DAYS); day < end; day++) seen.push(see(own / WEEK_DAYS))
    moving *= Math.exp(flow.drift * drawNormal(chance) - flow.drift ** 2 / 2)
  }
  function see(mean: number): ObservedDay {
    const leads = drawPoisson(chance, mean * flow.judged)
    // One near post in five is a lead, and on every day there is a post that is not near.
    const judged = leads + drawPoisson(chance, 4 * mean * flow.judged)
    const posts = judged + drawPoisson(chance, 5 * mean * (1 - flow.judged))
    near.kept += leads
    near.judged += judged
    near.posts += posts
    return { leads, posts: posts + 1 }
  }
  const observed: Observed = { days: seen, near: [near] }
  return { observed, next: drawPoisson(chance, moving * flow.factor(chance, moving)), nextRate: moving }
}

function restless(chance: Chance, rate: number): number {
  return drawGamma(chance, { mean: 1, variance: 1 / rate })
}

function widthOf({ low, high }: { low: number; high: number }): number {
  return high - low + 1
}

function poisson(mean: number): Float64Array {
  const chances = new Float64Array(Math.ceil(mean + 12 * Math.sqrt(mean)) + WEEK_DAYS)
  let log = -mean
  for (let events = 0; events < chances.length; events++) {
    chances[events] = Math.exp(log)
    log += Math.log(mean / (events + 1))
  }
  return chances
}
