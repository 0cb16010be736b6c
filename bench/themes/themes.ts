import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createChance } from '../reverse/chance.ts'
import { readCorpus, type BenchPost } from './corpus.ts'
import { measurePurity, measureStability, plant, themesOf } from './measure.ts'

const DATA = resolve(import.meta.dirname, '../../../shared/data')
const SEED = 20_261_128
const POSTS = 20_000
const PLANTED_EACH = 100
const OTHERS = 600
const GOALS = { purity: 0.85, stability: 0.8, secondsMax: 30 }

/**
 * `npm run bench -- themes [--data DIR] [--vectors FILE] [--draws 20] [--names 50] [--json FILE]`: are planted themes
 * found, are they found again among other posts, and how long do 20,000 posts take? Prints names to be read.
 */
export async function run(args: string[]): Promise<void> {
  const options = { data: { type: 'string', default: DATA }, vectors: { type: 'string' }, draws: { type: 'string', default: '20' }, names: { type: 'string', default: '0' }, json: { type: 'string' } } as const // oxfmt-ignore
  const { values } = parseArgs({ args, options })
  const folder = join(values.data, 'posts')
  if (!existsSync(folder)) throw new Error(`There are no posts in ${folder}. Say where with --data.`)
  const posts = await readCorpus(folder, POSTS, values.vectors)
  const planted = plant(posts, PLANTED_EACH, OTHERS)
  const found = themesOf(planted)
  const chance = createChance(SEED)
  const draws = Number(values.draws)
  const purity = measurePurity(planted, found)
  const stability = measureStability(planted, found, { chance, draws })
  const began = process.cpuUsage()
  const all = themesOf(posts)
  const { user, system } = process.cpuUsage(began)
  const seconds = Number(((user + system) / 1e6).toFixed(1))
  const machine = { cores: availableParallelism(), load: loadavg().map((load) => Math.round(load * 10) / 10) }
  const report = {
    planted: planted.length,
    ...purity,
    stability,
    posts: posts.length,
    allThemes: all.length,
    cpuSeconds: seconds,
    machine,
  }
  console.table({
    purity: purity.purity,
    gathered: purity.gathered,
    found: purity.found,
    stability,
    'CPU seconds': seconds,
  })
  console.log(JSON.stringify(report))
  printNames(posts, all, Number(values.names))
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)
  if (purity.purity < GOALS.purity || stability < GOALS.stability || seconds > GOALS.secondsMax) process.exitCode = 1
}

/** Each theme's name, and other posts of it drawn evenly, for a reader to say whether the name tells what they are about. */
function printNames(posts: readonly BenchPost[], themes: ReturnType<typeof themesOf>, count: number): void {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const step = Math.max(1, themes.length / Math.max(1, count))
  for (let at = 0; at < Math.min(count, themes.length); at++) {
    const theme = themes[Math.floor(at * step)]
    if (!theme) continue
    const quoteOf = (place: number) => {
      const own = theme.posts[place]
      const post = own && byId.get(own.id)
      const text = post?.text ?? ''
      return own?.quote ? text.slice(own.quote.start, own.quote.end) : text.slice(0, 120).replaceAll('\n', ' ')
    }
    console.log(`\n${at + 1}. [${theme.posts.length}] ${quoteOf(0)}`)
    for (const share of [0.2, 0.4, 0.6, 0.8]) console.log(`     ${quoteOf(Math.floor(theme.posts.length * share))}`)
  }
}
