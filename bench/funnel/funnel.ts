import { appendFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import type { Judge } from '@leadlight/engine/judge/judge'
import { readConfig } from '@leadlight/server/platform/config'
import { fitFoldWeights } from '../relevance/fold-weights.ts'
import { postKey, readGraded, readPosts } from '../relevance/read-data.ts'
import { createBenchChannels } from './bench-channels.ts'
import { createCachedEmbedder } from './cached-embedder.ts'
import { createFoldJudge } from './fold-judge.ts'
import { archiveAll } from './held.ts'
import { openLeadlight } from './leadlight.ts'
import { measureTrace, summarize, wordKey, type Signal, type SignalFigures, type Trace } from './measure.ts'
import { createPeer } from './peer/search.ts'
import { startSources, type Sources } from './sources.ts'
import { createVirtualClock } from './virtual-clock.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
const NAMES = ['Leadlight', 'Peer'] as const

type Name = (typeof NAMES)[number]
type Graded = Signal & { leads: ReadonlySet<string> }

interface Order {
  data: string
  posts: string
  dilute: number
  signalsMax: number
  ids: readonly string[] | undefined
  names: readonly Name[]
  cache: string
  json: string | undefined
  kept: string | undefined
  outOfFold: boolean
}

/**
 * Follows graded leads through the product's own search and its peer's: what platforms' queries reach with an empty
 * archive, what the judge gets, and what it keeps. Every source is a double over all posts, with the project's keys on.
 */
export async function run(args: string[]): Promise<void> {
  const order = readOrder(args)
  const figures = new Map<Name, SignalFigures[]>(order.names.map((name) => [name, []]))
  for await (const [name, measured] of followAll(order)) {
    figures.get(name)?.push(measured)
    const { id, reached, judged, found, graded, fetched, judgedPosts, seconds } = measured
    const posts = `${fetched} fetched, ${judgedPosts} judged, ${Math.round(seconds)} s`
    process.stderr.write(`${name} ${id}: reached ${reached}, judged ${judged}, found ${found} of ${graded}; ${posts}\n`)
    if (order.json !== undefined) await writeFile(order.json, `${JSON.stringify(report(order, figures), null, 2)}\n`)
  }
  for (const [name, signals] of figures) {
    console.table(signals.map(({ requests, ...one }) => ({ ...one, ...requests })))
    console.table({ [name]: { ...summarize(signals), requests_max_platform: undefined } })
  }
}

function readOrder(args: string[]): Order {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: join(SHARED, 'relevance') },
      posts: { type: 'string', default: join(SHARED, 'posts') },
      dilute: { type: 'string', default: '1' },
      signals: { type: 'string', default: '1000' },
      ids: { type: 'string' },
      only: { type: 'string' },
      cache: { type: 'string', default: join(tmpdir(), 'leadlight-funnel-vectors.bin') },
      json: { type: 'string' },
      kept: { type: 'string' },
      'out-of-fold': { type: 'boolean', default: false },
    },
  })
  const dilute = Number(values.dilute)
  if (!(Number.isInteger(dilute) && dilute > 0)) throw new Error('--dilute is a whole number from 1.')
  const names = NAMES.filter((name) => values.only === undefined || name.toLowerCase() === values.only)
  if (names.length === 0) throw new Error('--only is leadlight or peer.')
  const { data, posts, cache, json, kept } = values
  return {
    data,
    posts,
    dilute,
    signalsMax: Number(values.signals),
    ids: values.ids?.split(','),
    names,
    cache,
    json,
    kept,
    outOfFold: values['out-of-fold'],
  }
}

function report({ dilute, outOfFold }: Order, figures: ReadonlyMap<Name, readonly SignalFigures[]>) {
  const ids = [...new Set([...figures.values()].flatMap((signals) => signals.map(({ id }) => id)))]
  const signals = ids.map((id) => ({
    id,
    ...Object.fromEntries([...figures].map(([name, some]) => [name, some.find((one) => one.id === id)])),
  }))
  return {
    dilute,
    out_of_fold: outOfFold,
    ...Object.fromEntries([...figures].map(([name, some]) => [name, some.length > 0 ? summarize(some) : null])),
    signals,
  }
}

/** What the search kept, the best first, a line each, to be graded by reading. */
function listKept(signal: string, sentence: string, { judged }: Trace): string {
  return judged
    .filter(({ kept }) => kept)
    .toSorted((left, right) => (right.score ?? 0) - (left.score ?? 0))
    .map(({ title, text, score }, at) => `${JSON.stringify({ signal, sentence, rank: at + 1, score, title, text })}\n`)
    .join('')
}

async function* followAll(order: Order): AsyncGenerator<[Name, SignalFigures]> {
  const clock = createVirtualClock()
  const sources = await startSources(order.posts, clock)
  const embedder = await createCachedEmbedder(createLocalEmbedder(), order.cache)
  const bench = createBenchChannels({ config: readConfig(sources.environment), clock, dilute: order.dilute })
  const signals = readSignals(order)
  const judge = order.outOfFold ? await learnFolds(embedder, order, signals) : undefined
  const parts = { channels: bench.channels, sources, embedder, judge }
  const held = order.names.includes('Leadlight') ? await archiveAll(embedder, sources.posts) : undefined
  const searchers = {
    Leadlight: order.names.includes('Leadlight') ? await openLeadlight(parts) : undefined,
    Peer: order.names.includes('Peer') ? createPeer(parts) : undefined,
  }
  try {
    for (const { id, sentence, leads: graded } of signals) {
      for (const name of order.names) {
        const searcher = searchers[name]
        if (!searcher) continue
        const search = await searcher.prepare({ id, sentence })
        bench.rest()
        const before = sources.requests()
        const startedMs = Date.now()
        const trace = await search()
        if (order.kept !== undefined && name === 'Leadlight')
          await appendFile(order.kept, listKept(id, sentence, trace))
        const requests = requestsSince(before, sources)
        const seconds = (Date.now() - startedMs) / 1000
        const first = name === 'Leadlight' && held ? await held.find(sentence) : null
        yield [name, measureTrace(trace, { id, graded, held: first, requests, seconds })]
      }
    }
  } finally {
    await searchers.Leadlight?.close()
    await held?.close()
    await embedder.close()
    await bench.close()
    await sources.close()
  }
}

/** A judge that has learned nothing from the business whose signal it reads posts for. */
async function learnFolds(embedder: Embedder, { data, posts }: Order, asked: readonly Graded[]): Promise<Judge> {
  const graded = readGraded(data)
  const signals = graded.signals.filter(({ id }) => asked.some((one) => one.id === id))
  const businesses = new Set(signals.map(({ business }) => business))
  const own = graded.signals.filter(({ business }) => businesses.has(business))
  const weights = await fitFoldWeights(embedder, { ...graded, signals: own, postsFolder: posts })
  return createFoldJudge(
    embedder,
    signals.flatMap(({ business, intent_signal: sentence }) => {
      const learned = weights.get(business)
      return learned ? [{ sentence, weights: learned }] : []
    }),
  )
}

function readSignals({ data, posts, signalsMax, ids }: Order): Graded[] {
  const { signals, judgements } = readGraded(data)
  const leads = judgements.filter(({ grade }) => grade === 2)
  const texts = readPosts(posts, new Set(leads.map(postKey)))
  const keyOf = (lead: (typeof leads)[number]) => {
    const post = texts.get(postKey(lead))
    return wordKey(post?.title ?? null, post?.text ?? '')
  }
  return signals
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .slice(0, signalsMax)
    .map(({ id, intent_signal: sentence }) => ({
      id,
      sentence,
      leads: new Set(leads.filter(({ signal }) => signal === id).map(keyOf)),
    }))
}

function requestsSince(before: Record<string, number>, sources: Sources): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sources.requests()).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  )
}
