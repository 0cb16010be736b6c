import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureEdits, measureSpeed } from './engine.ts'
import { askLucene } from './lucene-peer.ts'
import { makePlans } from './made-up-plans.ts'
import { compareWithOracle } from './oracle.ts'
import { askPostgres } from './postgres-peer.ts'
import { loadCorpus, type Corpus } from './posts.ts'
import { measureProduct } from './product.ts'
import { measureRecall } from './recall.ts'

const SIGNALS = [100_000, 1_000_000]
/** The required posts per second and core, by number of signals. */
const BARS: Readonly<Record<number, number>> = { 100_000: 25_000, 1_000_000: 10_000 }
const RATIO_MIN = 0.1
/** Few, because peers take a while for each. */
const PEER_POSTS = 30
const EDIT_MS_MAX = 50

type Figures = Record<string, unknown>

/**
 * `npm run bench -- reverse [--parts engine,peers,product,recall] [--posts real|made-up] [--lucene DIR] [--json FILE]`:
 * how fast posts find the plans they match, against Postgres and Lucene, and how fast the product's index is.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      parts: { type: 'string', default: 'engine,peers,product,recall' },
      posts: { type: 'string' },
      signals: { type: 'string', default: SIGNALS.join(',') },
      lucene: { type: 'string', default: '/usr/share/java' },
      json: { type: 'string' },
    },
  })
  const corpus = loadCorpus(values.posts)
  const length = corpus.texts.reduce((sum, text) => sum + text.length, 0) / corpus.texts.length
  console.log(`${corpus.texts.length} ${corpus.name} of ${Math.round(length)} characters.`)
  const parts: Record<string, () => Promise<Figures> | Figures> = {
    engine: () => engine(corpus, values.signals.split(',').map(Number)),
    peers: () => peers(corpus, values.lucene),
    product: () => measureProduct(corpus),
    recall: () => measureRecall(),
  }
  const figures: Figures = { corpus: { name: corpus.name, posts: corpus.texts.length, characters: Math.round(length) } }
  for (const name of values.parts.split(',')) {
    figures[name] = await parts[name]?.()
    console.log(`${name}: ${JSON.stringify(figures[name], null, 2)}`)
  }
  if (values.json !== undefined) keep(values.json, figures)
}

/** Parts that were not measured keep their former figures. */
function keep(file: string, figures: Figures): void {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures) : {}
  writeFileSync(file, `${JSON.stringify({ ...before, ...figures }, null, 2)}\n`)
}

function engine(corpus: Corpus, counts: readonly number[]): Figures {
  const figures: Figures = {}
  for (const signals of counts) {
    const plans = makePlans(signals, corpus.texts)
    const { index, ...speed } = measureSpeed(plans, corpus.texts)
    const oracle = compareWithOracle(index, plans, corpus.texts)
    const edits = measureEdits(index)
    figures[signals] = { ...speed, oracle, edits }
    demand(`${signals} signals: posts a second and core`, speed.matched, BARS[signals] ?? 0)
    if (signals === SIGNALS[0]) demand('share of the speed of reading alone', speed.ratio, RATIO_MIN)
    demand('pairs that the oracle sees otherwise', -oracle.wrong, 0)
    demand('an edit counts, milliseconds at most', -edits.maxMs, -EDIT_MS_MAX)
  }
  return figures
}

async function peers(corpus: Corpus, lucene: string): Promise<Figures> {
  const plans = makePlans(SIGNALS[0] ?? 0, corpus.texts)
  const { index, ...ours } = measureSpeed(plans, corpus.texts)
  const asked = corpus.texts.slice(0, PEER_POSTS)
  let matches = 0
  for (const text of asked) index.match(text, () => matches++)
  return {
    ours: { ...ours, matchesPerAskedPost: matches / asked.length },
    postgres: await askPostgres(plans, asked),
    lucene: await askLucene(plans, asked, lucene),
  }
}

function demand(what: string, value: number, least: number): void {
  if (value >= least) return
  console.error(`Missed: ${what}: ${Math.abs(value)}, asked for ${Math.abs(least)}.`)
  process.exitCode = 1
}
