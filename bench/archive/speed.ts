import { sql } from 'kysely'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createJudge } from '@leadlight/engine/judge/judge'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { postText } from '@leadlight/engine/language/post-text'
import { planSignal } from '@leadlight/engine/plan/plan'
import { savePosts, selectPosts, type NewPostWithVector } from '@leadlight/server/core/posts/posts'
import type { Archive, ArchiveHit } from '@leadlight/server/finding/archive/archive'
import { createArchive } from '@leadlight/server/finding/archive/create-archive'
import { toJudgedInput } from '@leadlight/server/finding/matching/record-verdicts'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { silentLog } from '@leadlight/server/platform/log'
import { systemRandom } from '@leadlight/server/platform/random'
import { installationScope, organizationScope } from '@leadlight/server/platform/scopes'
import { percentile } from '../lag/stages.ts'
import { startOwnPostgres } from '../list/own-postgres.ts'
import { questionOf, type CorpusPost } from './corpus.ts'

const SAVED_AT_ONCE = 1_000
/** What a search takes from the archive, and what it judges before anybody sees a lead. */
const ASKED = 500
const READ = 200
const JUDGED = 16
const ROUNDS = 2
const IDLE_MS = 20_000
const MS_PER_NS = 1e-6
const ORGANIZATION = '01900000-0000-7000-8000-000000000001'
const PROJECT = '01900000-0000-7000-8000-000000000002'

export interface Speed {
  posts: number
  fillSeconds: number
  /** Of the whole process, with the archive, the model and the benchmark's own posts. */
  residentMegabytes: number
  queryMs: { p50: number; p95: number; max: number }
  firstLeadMs: { p50: number; p95: number; max: number }
  /** The longest that this process's own loop was held: while nothing was asked, filling and answering. */
  heldMs: { idle: number; filling: number; answering: number }
}

/**
 * Times the archive in the product's own set-up: filled from PostgreSQL into its thread, asked through the slice, the
 * best posts read from the database and the first of them judged.
 */
export async function measureSpeed(
  embedder: Embedder,
  corpus: readonly CorpusPost[],
  { posts, sentences }: { posts: number; sentences: readonly string[] },
): Promise<Speed> {
  const postgres = await startOwnPostgres()
  const options = { databaseUrl: postgres.ownerUrl, dataDir: '', poolMax: 4, log: silentLog, clock: systemClock }
  const database = await openDatabase(options)
  try {
    await saveMany(database, { model: embedder.model, corpus, posts })
    const judge = createJudge({ embedder })
    await judge.judge(planSignal(sentences[0] ?? ''), [])
    const loop = monitorEventLoopDelay({ resolution: 5 })
    loop.enable()
    await systemClock.sleep(IDLE_MS)
    const idle = loop.max * MS_PER_NS
    loop.reset()
    const begun = performance.now()
    const archive = createArchive({ db: database.db, clock: systemClock, log: silentLog, model: embedder.model })
    await untilFilled(archive)
    const fillSeconds = (performance.now() - begun) / 1_000
    const filling = loop.max * MS_PER_NS
    let answering = 0
    const [queries, leads]: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      for (const sentence of sentences) {
        const from = performance.now()
        const question = await questionOf(embedder, sentence)
        const asked = performance.now()
        loop.reset()
        const hits = await ask(archive, question, ASKED)
        answering = Math.max(answering, loop.max * MS_PER_NS)
        queries?.push(performance.now() - asked)
        await judgeFirst(database, hits, (kept) => judge.judge(planSignal(sentence), kept.map(toJudgedInput)))
        leads?.push(performance.now() - from)
      }
    }
    const residentMegabytes = process.memoryUsage().rss / 1e6
    await archive.close()
    return {
      posts,
      fillSeconds: Math.round(fillSeconds),
      residentMegabytes: Math.round(residentMegabytes),
      queryMs: summary(queries ?? []),
      firstLeadMs: summary(leads ?? []),
      heldMs: { idle: Math.round(idle), filling: Math.round(filling), answering: Math.round(answering) },
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

function ask(archive: Archive, question: { voices: Float32Array[]; terms: string[] }, limit: number) {
  const project = { organizationId: ORGANIZATION, projectId: PROJECT }
  return archive.search({ ...project, ...question, since: null, limit }, new AbortController().signal)
}

async function judgeFirst(
  { db }: Database,
  hits: readonly ArchiveHit[],
  judge: (kept: Awaited<ReturnType<typeof selectPosts>>) => Promise<unknown>,
): Promise<void> {
  const best = hits.slice(0, READ).map(({ postId }) => postId)
  const kept = await db.transaction(organizationScope(ORGANIZATION), (tx) => selectPosts(tx, best))
  await judge(kept.slice(0, JUDGED))
}

/** Posts come newest first, so once the oldest is found all are there. */
async function untilFilled(archive: Archive): Promise<void> {
  for (;;) {
    const found = await ask(archive, { voices: [], terms: ['theoldestofall'] }, 1)
    if (found.length > 0) return
    await systemClock.sleep(500)
  }
}

/**
 * Saves the corpus as searches do, and then copies of it with a few words and bytes of the vectors changed until there
 * are `posts`.
 */
async function saveMany(
  { db, pool }: Database,
  { model, corpus, posts }: { model: string; corpus: readonly CorpusPost[]; posts: number },
): Promise<void> {
  await db.transaction(organizationScope(ORGANIZATION), async (tx) => {
    await sql`insert into organization (id, name, created_at) values (${ORGANIZATION}, 'Bench', now())`.execute(tx)
    await sql`insert into project (id, organization_id, name, created_at, updated_at)
      values (${PROJECT}, ${ORGANIZATION}, 'Bench', now(), now())`.execute(tx)
  })
  const newId = createIds(systemClock, systemRandom)
  const base = corpus.slice(0, posts)
  for (let from = 0; from < base.length; from += SAVED_AT_ONCE) {
    const some = base.slice(from, from + SAVED_AT_ONCE).map((post, at) => toNewPost(post, { model, id: newId(), at: from + at })) // oxfmt-ignore
    await db.transaction(installationScope(), (tx) =>
      savePosts(tx, some, { origin: 'everybody', collectedAt: systemClock.now() }),
    )
  }
  for (let copy = 1, saved = base.length; saved < posts; copy++) {
    const { rowCount } = await pool.query(
      `insert into post (id, platform, external_id, kind, url, title, body, posted_at, collected_at, fingerprint, vector,
         vector_model, is_public)
       select md5(id::text || $1::text)::uuid, platform, external_id || '-' || $1::text, kind, url, title,
         body || ' copy' || $1::text || ' of ' || left(md5(external_id), 6), posted_at + $1::integer * interval '1 hour',
         collected_at, fingerprint, set_byte(set_byte(vector, ($1::integer * 7) % 384, $1::integer), ($1::integer * 31) % 384, 255 - $1::integer),
         vector_model, true
       from post where external_id not like '%-%' order by id limit $2`,
      [copy, posts - saved],
    )
    saved += rowCount ?? 0
  }
  await pool.query(
    `update post set body = 'theoldestofall', fingerprint = '\\x00', posted_at = '1990-01-01' where id = (select min(id::text)::uuid from post)`,
  )
  await pool.query('vacuum analyze post')
}

function toNewPost(post: CorpusPost, { model, id, at }: { model: string; id: string; at: number }): NewPostWithVector {
  const { title, text, postedAt, vector } = post
  const made = {
    kind: 'post',
    url: 'https://posts.example',
    author: null,
    community: null,
    replies: null,
    points: null,
  }
  const rest = { license: null, githubIssueState: null, postedAt, fingerprint: fingerprint(postText(post)) }
  const named = { id, platform: 'hacker_news', externalId: String(at), title, text }
  return { ...named, ...made, ...rest, vector: { packed: vector, model } }
}

function summary(times: readonly number[]): Speed['queryMs'] {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), max: percentile(sorted, 1) }
}
