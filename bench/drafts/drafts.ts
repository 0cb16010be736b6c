import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { migrate } from '@leadlight/server/platform/migrate'
import {
  DOUBLE_MODEL,
  startLanguageModelDouble,
  type LanguageModelDouble,
} from '@leadlight/testing/doubles/language-model-double'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { issueToken, sessionTokens } from '../list/capture.ts'
import { startOwnPostgres, withDatabase } from '../list/own-postgres.ts'
import { seed } from '../list/seed.ts'
import { serve } from '../list/served.ts'
import { timeFirstWords, type Post } from './first-words.ts'

const RELAY = fileURLToPath(new URL('relay.ts', import.meta.url))
const ADDED_MS_MAX = 10
/** Enough to compile what runs for every draft. A server that has been up for minutes is past that. */
const WARMING_PAIRS = 500
const LEADS = 200
const FIRST_WORDS = 'Quick'
const PIECES = [FIRST_WORDS, ' words', ' about', ' what', ' you', ' ask', '.', ' More', ' of', ' them', '.']

interface DraftPost extends Omit<Post, 'url'> {
  path: string
}

interface Percentiles {
  p50: number
  p99: number
}

interface Row {
  database: string
  pairs: number
  ours: Percentiles
  relay: Percentiles
  /** The differences, pair by pair. */
  added: Percentiles
}

/**
 * Measures what the product adds to the wait for a draft's first words: a streamed draft, with sign-in, tenancy,
 * credits and the filter, against a bare relay to the same model, in turns. Fails if the 99th percentile of the
 * addition is above 10 ms.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { pairs: { type: 'string', default: '1000' }, json: { type: 'string' } },
  })
  const pairs = Number(values.pairs)
  const model = await startLanguageModelDouble()
  model.script = () => ({ kind: 'say', pieces: PIECES })
  const relay = await startRelay(model.url)
  try {
    const rows = [await onPostgres(model, relay.url, pairs), await onEmbedded(model, relay.url, pairs)]
    print(rows)
    if (values.json !== undefined)
      await writeFile(values.json, `${JSON.stringify({ addedMsMax: ADDED_MS_MAX, rows }, null, 2)}\n`)
    const over = rows.filter(({ added }) => added.p99 > ADDED_MS_MAX)
    if (over.length === 0) return console.log(`\nAt most ${ADDED_MS_MAX} ms are added at the 99th percentile.`)
    console.error(
      `\nAbove ${ADDED_MS_MAX} ms at the 99th percentile: ${over.map(({ database }) => database).join(', ')}.`,
    )
    process.exitCode = 1
  } finally {
    relay.stop()
    await model.close()
  }
}

async function onPostgres(model: LanguageModelDouble, relayUrl: string, pairs: number): Promise<Row> {
  const postgres = await startOwnPostgres({ keepsWrites: true })
  try {
    const posts = await withDatabase({ databaseUrl: postgres.superuserUrl }, ({ pool }) => prepare(pool))
    return await compare(
      { DATABASE_URL: postgres.ownerUrl, ...model.environment() },
      { posts, model, relayUrl, pairs, database: 'PostgreSQL' },
    )
  } finally {
    await postgres.stop()
  }
}

async function onEmbedded(model: LanguageModelDouble, relayUrl: string, pairs: number): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-drafts-'))
  try {
    const posts = await withDatabase({ dataDir }, async (database) => {
      await migrate(database)
      return prepare(database.pool)
    })
    return await compare(
      { DATA_DIR: dataDir, ...model.environment() },
      { posts, model, relayUrl, pairs, database: 'embedded' },
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates a project with leads and unlimited credits, and the requests for their drafts. */
async function prepare(pool: Pool): Promise<DraftPost[]> {
  const [organization] = await seed(pool, { organizations: 1, leads: LEADS, largest: LEADS })
  if (!organization) throw new Error('No organization was seeded')
  await pool.query(
    `insert into credit_account (organization_id, balance, granted_month) values ($1, 1e12, '2999-01')
      on conflict (organization_id) do update set balance = 1e12`,
    [organization.organizationId],
  )
  const { rows } = await pool.query<{ id: string }>('select id from lead order by id limit $1', [LEADS])
  const token = await issueToken(sessionTokens(), organization)
  return rows.map(({ id }) => ({
    path: `/api/v1/leads/${organization.projectId}/lead/${id}/draft_message`,
    headers: { authorization: `Bearer ${token}` },
    body: { stream: true, message_type: 'reply' },
  }))
}

interface Comparison {
  database: string
  posts: DraftPost[]
  model: LanguageModelDouble
  relayUrl: string
  pairs: number
}

/** Changes who goes first with every pair, so that neither always profits from the other's warmth. */
async function compare(
  environment: Record<string, string>,
  { database, posts, model, relayUrl, pairs }: Comparison,
): Promise<Row> {
  const server = await serve(environment)
  const relayed = {
    url: relayUrl,
    body: { model: DOUBLE_MODEL, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
  }
  try {
    const ours: number[] = []
    const relay: number[] = []
    for (let pair = 0 - WARMING_PAIRS; pair < pairs; pair += 1) {
      const post = posts[(pair + WARMING_PAIRS) % posts.length]
      if (!post) throw new Error('There is no lead')
      const timeOurs = () => timeFirstWords({ ...post, url: `${server.url}${post.path}` }, FIRST_WORDS)
      const timeRelay = () => timeFirstWords(relayed, FIRST_WORDS)
      const isOursFirst = pair % 2 === 0
      // The double's records of requests would grow, and be collected during a measurement.
      model.asked.length = 0
      const first = await (isOursFirst ? timeOurs() : timeRelay())
      const second = await (isOursFirst ? timeRelay() : timeOurs())
      if (pair < 0) continue
      ours.push(isOursFirst ? first : second)
      relay.push(isOursFirst ? second : first)
    }
    const added = ours.map((ms, index) => ms - (relay[index] ?? 0))
    return { database, pairs, ours: percentilesOf(ours), relay: percentilesOf(relay), added: percentilesOf(added) }
  } finally {
    await server.stop()
  }
}

function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100
  return { p50: at(0.5), p99: at(0.99) }
}

function print(rows: readonly Row[]): void {
  console.log('first words, ms        ours p50     p99   relay p50     p99   added p50     p99')
  for (const { database, ours, relay, added } of rows) {
    const figures = [ours, relay, added].map(
      ({ p50, p99 }) => `${p50.toFixed(2).padStart(11)} ${p99.toFixed(2).padStart(7)}`,
    )
    console.log(`${database.padEnd(18)} ${figures.join(' ')}`)
  }
}

async function startRelay(modelUrl: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, RELAY, modelUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    child.once('exit', (code) => reject(new Error(`The relay ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill('SIGTERM') }
}
