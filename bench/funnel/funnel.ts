import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Channel } from '@leadlight/server/channels/channel'
import { readConfig } from '@leadlight/server/platform/config'
import { silentLog } from '@leadlight/server/platform/log'
import { embeddedConnection } from '@leadlight/server/platform/pools'
import { startInstallation } from '@leadlight/server/start'
import { Client as Database } from 'pg'
import { postKey, readGraded, readPosts } from '../relevance/read-data.ts'
import { openClient } from './client.ts'
import { measureSearch, summarize, wordKey, type Signal, type SignalFigures } from './measure.ts'
import { startSources, WINDOW_DAYS } from './sources.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
/** The posts of a whole page: the platform's most, or what the product asks for at once. */
const PAGE_POSTS: Readonly<Record<string, number>> = { hacker_news: 200, mastodon: 40 }
const PAGE_POSTS_USUAL = 100

interface Order {
  data: string
  posts: string
  dilute: number
  signalsMax: number
}

/**
 * Follows graded leads through the product's own search: what platforms' queries reach with an empty archive, what the
 * judge gets, and what it keeps. Every source is a double over all posts, with the project's keys on.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: join(SHARED, 'relevance') },
      posts: { type: 'string', default: join(SHARED, 'posts') },
      dilute: { type: 'string', default: '1' },
      signals: { type: 'string', default: '1000' },
      json: { type: 'string' },
    },
  })
  const order = { ...values, dilute: Number(values.dilute), signalsMax: Number(values.signals) }
  if (!(Number.isInteger(order.dilute) && order.dilute > 0)) throw new Error('--dilute is a whole number from 1.')
  const signals = await followAll(order)
  const leadlight = summarize(signals)
  console.table(signals)
  console.table({ Leadlight: leadlight })
  if (values.json !== undefined) {
    const report = { dilute: order.dilute, Leadlight: leadlight, signals }
    await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)
  }
}

async function followAll({ data, posts, dilute, signalsMax }: Order): Promise<SignalFigures[]> {
  const { signals, judgements } = readGraded(data)
  const leads = judgements.filter(({ grade }) => grade === 2)
  const texts = readPosts(posts, new Set(leads.map(postKey)))
  const keyOf = (lead: (typeof leads)[number]) => {
    const post = texts.get(postKey(lead))
    return wordKey(post?.title ?? null, post?.text ?? '')
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-funnel-'))
  const sources = await startSources(posts)
  const installation = await startInstallation({
    config: readConfig({ ...sources.environment, ...settingsOf(dataDir) }),
    role: 'all',
    log: silentLog,
    onLost(reason) {
      throw reason
    },
    standIns: { wrapChannel: (channel) => diluted(channel, dilute) },
  })
  const { socketPath } = JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8')) as { socketPath: string }
  const database = new Database(embeddedConnection(socketPath))
  await database.connect()
  try {
    const client = await openClient(installation.localAddress ?? '', sources)
    const figures: SignalFigures[] = []
    for (const { id, intent_signal: sentence } of signals.slice(0, signalsMax) as Signal[]) {
      const graded = new Set(leads.filter(({ signal }) => signal === id).map(keyOf))
      const before = sources.requests()
      const searched = await client.search({ name: id, sentence, days: WINDOW_DAYS })
      const requests = sources.requests() - before
      const measured = await measureSearch(database, searched, { id, graded, requests })
      figures.push(measured)
      process.stderr.write(`${id} reached ${measured.reached}, found ${measured.found} of ${measured.graded}\n`)
    }
    return figures
  } finally {
    await database.end()
    await installation.stop()
    await sources.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Asks for a part of each page, in the same order, so that the same depth costs so many times the requests. */
function diluted(channel: Channel, parts: number): Channel {
  if (parts === 1) return channel
  const part = Math.floor((PAGE_POSTS[channel.platform] ?? PAGE_POSTS_USUAL) / parts)
  return {
    ...channel,
    search: (request) => channel.search({ ...request, limit: Math.max(1, Math.min(request.limit, part)) }),
  }
}

function settingsOf(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    SESSION_CALLS_PER_MINUTE: '0',
    MONTHLY_CREDITS: '1000000',
    TRIAL_CREDITS: '1000000',
  }
}
