import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { FLOWS, simulate, type SimulatedRow } from './simulate.ts'
import { readStreams } from './streams.ts'
import { predictStreams, type StreamRow } from './week-ahead.ts'

const SHARED = new URL('../../../shared/data/posts', import.meta.url).pathname
const COVERED_MIN = 0.78
const WIDTH_MAX = 1.25
const P_MIN = 0.01

/**
 * `npm run bench -- forecast [--posts DIR] [--draws 2000] [--json FILE]`: are four weeks in five within what was
 * forecast, and is the forecast no wider than it must be? Every seed is fixed.
 */
export async function run(args: string[]): Promise<void> {
  const options = { posts: { type: 'string', default: SHARED }, draws: { type: 'string', default: '2000' }, json: { type: 'string' } } as const // oxfmt-ignore
  const { values } = parseArgs({ args, options })
  const simulated = FLOWS.map((flow) => simulate(flow, Number(values.draws)))
  for (const flow of simulated) reportFlow(flow)
  const folder = resolve(values.posts)
  const streams = existsSync(folder) ? predictStreams(readStreams(folder)) : []
  if (streams.length === 0) console.log(`There are no dated posts in ${folder}; say where with --posts.`)
  else reportStreams(streams)
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ simulated: simulated.map(summaryOf), streams }, null, 2)}\n`)
}

function summaryOf({ flow, rows }: ReturnType<typeof simulate>) {
  const covered = rows.map((row) => row.covered)
  const width = rows.map((row) => row.width)
  const mean = (of: readonly number[]) => Number((of.reduce((sum, one) => sum + one, 0) / of.length).toFixed(3))
  return {
    flow: flow.name,
    covered: { least: Math.min(...covered), mean: mean(covered) },
    width: { mean: mean(width), most: Math.max(...width) },
  }
}

function reportFlow({ flow, rows }: { flow: (typeof FLOWS)[number]; rows: SimulatedRow[] }): void {
  const { covered, width } = summaryOf({ flow, rows })
  const isGood = covered.least >= COVERED_MIN && (!flow.isBarred || width.mean <= WIDTH_MAX)
  if (flow.isBarred && !isGood) process.exitCode = 1
  const limits = flow.isBarred ? ` (at least ${COVERED_MIN} in every cell; at most ${WIDTH_MAX} on average)` : ''
  console.log(`\n${flow.name}${limits}`)
  const cells = [...Map.groupBy(rows, ({ rate }) => rate)].map(
    ([rate, own]) => [`${rate} a week`, cellsOf(own)] as const,
  )
  console.table(Object.fromEntries(cells))
  console.log(`covered: least ${covered.least}, mean ${covered.mean}; width: mean ${width.mean}, most ${width.most}`)
}

function cellsOf(rows: readonly SimulatedRow[]): Record<string, string> {
  const cells = rows.map(({ days, covered, width }) => [`${days} days`, `${covered.toFixed(3)} · ${width.toFixed(2)}`])
  return Object.fromEntries(cells) as Record<string, string>
}

function reportStreams(rows: readonly StreamRow[]): void {
  console.log(`\nOne week ahead on dated posts (held out: Kolmogorov–Smirnov p above ${P_MIN})`)
  console.table(rows)
  if (rows.some((row) => row.set === 'held out' && row.of === 'all' && row.p <= P_MIN)) process.exitCode = 1
}
