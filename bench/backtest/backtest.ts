import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { createJudge } from '@leadlight/engine/judge/judge'
import { keepPosts, type NewPost } from '@leadlight/server/finding/matching/kept-posts'
import type { MatchingDependencies } from '@leadlight/server/finding/matching/matching-dependencies'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { planSignal } from '@leadlight/engine/plan/plan'
import { createPrefilter } from '@leadlight/engine/index/prefilter'
import { readTerms } from '@leadlight/engine/language/words'
import { toJudgedInput } from '@leadlight/server/finding/matching/record-verdicts'
import type { Actor } from '@leadlight/server/platform/actor'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { systemRandom } from '@leadlight/server/platform/random'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { backtestSignal } from '@leadlight/server/finding/searching/backtest-signal'
import { readPostFile } from '../relevance/read-data.ts'

const POSTS = resolve(import.meta.dirname, '../../../shared/data/posts')
const SIGNAL = 'Small business owners asking which accounting or bookkeeping software to use'
const CHANGED = 'Small business owners asking which accounting software to use'
const GOAL_SECONDS = 10

interface Row {
  posts: string
  seen: number
  judged: number
  'backtest, s': number
  'judged bare, s': number
  ratio: number
}

/**
 * Times a backtest of 1,000 stored posts, through the verb and the database, against the judge alone on the same posts
 * in the same run: with posts drawn at random, and with posts that are all near the signal.
 */
export async function run(args: string[]): Promise<void> {
  const options = { posts: { type: 'string', default: '1000' }, data: { type: 'string', default: POSTS }, json: { type: 'string' } } as const // oxfmt-ignore
  const { values } = parseArgs({ args, options })
  if (!existsSync(values.data)) throw new Error(`There are no posts in ${values.data}. Say where with --data.`)
  const embedder = createLocalEmbedder()
  const all = readPostFile(values.data, 'reddit_posts')
  const count = Number(values.posts)
  const near = await nearOnes(embedder, all, count)
  const random = all.filter((_, index) => index % Math.floor(all.length / count) === 0).slice(0, count)
  const rows = [await measure(embedder, 'at random', random), await measure(embedder, 'all near', near)]
  await embedder.close()
  console.table(rows)
  console.log(`The goal is ${GOAL_SECONDS} s for 1,000 posts.`)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}

type RawPost = ReturnType<typeof readPostFile>[number]
type Embedder = ReturnType<typeof createLocalEmbedder>

async function nearOnes(embedder: Embedder, all: readonly RawPost[], count: number): Promise<RawPost[]> {
  const plan = planSignal(CHANGED)
  const prefilter = await createPrefilter(embedder, plan)
  const subject = new Set(readTerms(plan.subject))
  // Embedding all takes minutes; those that share a word are enough.
  const sharing = all.filter((post) => readTerms(textOf(post)).some((term) => subject.has(term)))
  const near: RawPost[] = []
  for (let at = 0; at < sharing.length && near.length < count; at += 256) {
    const some = sharing.slice(at, at + 256)
    const vectors = await embedder.embed(some.map((post) => textOf(post).slice(0, 300)))
    near.push(...some.filter((post, index) => prefilter(textOf(post), vectors[index]).passed))
  }
  return near.slice(0, count)
}

function textOf({ title, text }: RawPost): string {
  return [title, text].filter(Boolean).join('\n')
}

async function measure(embedder: Embedder, name: string, raw: readonly RawPost[]): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-backtest-'))
  const database = await openDatabase({ dataDir, poolMax: 2, log: silentLog, clock: systemClock })
  try {
    await migrate(database)
    const newId = createIds(systemClock, systemRandom)
    const posts = raw.map((post, index) => toNewPost(post, newId(), index))
    const { actor, place, deps } = await found({ database, embedder, newId }, posts)
    const judge = createJudge({ embedder })
    await judge.judge(planSignal(SIGNAL), posts.slice(0, 32).map(toInput))
    const bareMs = await timed(() => judge.judge(planSignal(CHANGED), posts.map(toInput)))
    const change = { intentSignal: CHANGED, notInterested: 'job ads, students', planEdits: undefined }
    const request = { ...place, change, signal: new AbortController().signal }
    let told = { seen: 0, judged: 0 }
    const ms = await timed(async () => {
      told = await backtestSignal(deps, actor, request)
    })
    return {
      posts: name,
      seen: told.seen,
      judged: told.judged,
      'backtest, s': Math.round(ms / 10) / 100,
      'judged bare, s': Math.round(bareMs / 10) / 100,
      ratio: Math.round((ms / bareMs) * 100) / 100,
    }
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Creates an organization with a project and a signal, and the posts as searches and streams keep them, with vectors.
 */
async function found(
  { database, embedder, newId }: { database: Database; embedder: Embedder; newId: () => string },
  posts: readonly NewPost[],
): Promise<{ actor: Actor; place: { projectId: string; id: string }; deps: MatchingDependencies }> {
  const [organizationId, projectId, id] = [newId(), newId(), newId()]
  const { pool, db } = database
  await pool.query(`insert into organization select $1, 'Bench', now()`, [organizationId])
  await pool.query('insert into credit_account (organization_id) values ($1)', [organizationId])
  await pool.query(
    `insert into project (id, organization_id, name, created_at, updated_at) values ($1, $2, 'Bench', now(), now())`,
    [projectId, organizationId],
  )
  await pool.query(
    `insert into intent_signal (id, organization_id, project_id, intent_signal, search_days, created_at)
      values ($1, $2, $3, $4, 30, now())`,
    [id, organizationId, projectId, SIGNAL],
  )
  const { packVector } = await import('@leadlight/engine/embedding/vector-bytes')
  const vectors = await embedder.embed(posts.map((post) => [post.title, post.text].filter(Boolean).join('\n').slice(0, 300))) // oxfmt-ignore
  const read = posts.map((post, index) => ({ post, vector: vectors[index] && packVector(vectors[index]) }))
  const now = systemClock.now()
  const about = { model: embedder.model, origin: 'everybody' as const, now }
  await db.transaction(organizationScope(organizationId), (tx) => keepPosts(tx, read, about))
  const ledger = { clock: systemClock, newId, monthlyMillicredits: 0 }
  const judge = createJudge({ embedder })
  // A backtest uses none of the other dependencies of matching.
  const deps = {
    db,
    clock: systemClock,
    newId,
    log: silentLog,
    ledger,
    embedder,
    judge,
    platformSources: [],
    judgedPostPrice: 0,
  }
  return {
    actor: { userId: newId(), organizationId, role: 'ADMIN', projectIds: 'all' },
    place: { projectId, id },
    deps: deps as unknown as MatchingDependencies,
  }
}

function toNewPost(
  { id, title = null, text, platform = 'reddit', kind = 'post' }: RawPost,
  own: string,
  index: number,
): NewPost {
  const postedAt = new Date(systemClock.now().getTime() - (index % 29) * 24 * 60 * 60 * 1000)
  const body = text ?? ''
  return {
    id: own,
    platform,
    externalId: String(id),
    kind,
    url: `https://posts.example/${id}`,
    author: null,
    title,
    text: body,
    community: null,
    replies: null,
    points: null,
    license: null,
    githubIssueState: null,
    postedAt,
    fingerprint: fingerprint([title, body].filter(Boolean).join('\n')),
  }
}

function toInput(post: NewPost) {
  return toJudgedInput(post)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
