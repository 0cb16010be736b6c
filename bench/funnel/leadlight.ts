import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { Channel } from '@leadlight/server/channels/channel'
import { readConfig } from '@leadlight/server/platform/config'
import { silentLog } from '@leadlight/server/platform/log'
import { embeddedConnection } from '@leadlight/server/platform/pools'
import { startInstallation } from '@leadlight/server/start'
import { Client as Database } from 'pg'
import { openClient, type Searched } from './client.ts'
import type { Searcher, Trace } from './measure.ts'
import { WINDOW_DAYS, type Sources } from './sources.ts'

interface LeadlightOptions {
  channels: readonly Channel[]
  sources: Sources
  embedder: Embedder
  /** Instead of the product's own, where that has learned from what is measured. */
  judge: Judge | undefined
}

interface Row {
  title: string | null
  text: string
  kept: boolean | null
  score: number | null
  seconds: number | null
}

/**
 * The product as it stands, in an installation of its own on an embedded database. Each signal is searched by an
 * organization of its own, with an archive that holds nothing.
 */
export async function openLeadlight({ channels, sources, embedder, judge }: LeadlightOptions): Promise<Searcher> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-funnel-'))
  const standIns = {
    ...(judge && { judge }),
    embedder: { ...embedder, close: () => Promise.resolve() },
    archive: { search: () => Promise.resolve([]), close: () => Promise.resolve() },
    wrapChannel: (channel: Channel) =>
      unchecked(channels.find(({ platform }) => platform === channel.platform) ?? channel),
  }
  const installation = await startInstallation({
    config: readConfig({ ...sources.environment, ...settingsOf(dataDir) }),
    role: 'all',
    log: silentLog,
    onLost(reason) {
      throw reason
    },
    standIns,
  })
  const { socketPath } = JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8')) as { socketPath: string }
  const database = new Database(embeddedConnection(socketPath))
  await database.connect()
  let organizations = 0
  return {
    async prepare({ sentence }) {
      const client = await openClient(installation.localAddress ?? '', sources, (organizations += 1))
      return async () => readTrace(database, await client.search({ sentence, days: WINDOW_DAYS }))
    },
    async close() {
      await database.end()
      await installation.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Whether leads still exist is asked in the background, and would count as requests of the search that is running. */
function unchecked(channel: Channel): Channel {
  return { ...channel, check: () => Promise.resolve(new Map()) }
}

async function readTrace(database: Database, { searchId, signalId }: Searched): Promise<Trace> {
  const { rows } = await database.query<Row>(
    `select title, body as text, verdict.kept, verdict.score,
       extract(epoch from verdict.judged_at - search.started_at)::float as seconds
     from search_candidate candidate
       join search on search.id = candidate.search_id
       join post on post.id = candidate.post_id
       left join judgement verdict on verdict.intent_signal_id = $2 and verdict.post_id = post.id
     where candidate.search_id = $1 order by verdict.judged_at nulls last, candidate.position`,
    [searchId, signalId],
  )
  const judged = rows.flatMap(({ title, text, kept, score, seconds }) =>
    kept === null ? [] : [{ title, text, kept, score, seconds: seconds ?? 0 }],
  )
  return { fetched: rows, judged }
}

function settingsOf(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    SESSION_CALLS_PER_MINUTE: '0',
    ORGANIZATION_CALLS_PER_MINUTE: '0',
    MONTHLY_CREDITS: '1000000',
    TRIAL_CREDITS: '1000000',
  }
}
