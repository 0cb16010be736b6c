import { expect } from 'vitest'
import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { presentPost } from '@leadlight/server/channels/bluesky-posts'
import { ChannelError, type Channel, type ChannelPost } from '@leadlight/server/channels/channel'
import { createX } from '@leadlight/server/channels/x'
import { createJudge } from '@leadlight/engine/judge/judge'
import { planSignal } from '@leadlight/engine/plan/plan'
import { postText } from '@leadlight/engine/language/post-text'
import { createPrefilter, embeddedText, type Prefilter } from '@leadlight/engine/index/prefilter'
import type { WatchName } from '@leadlight/server/finding/monitoring/watch-store'
import type { Keyed } from '../keyed-platforms.ts'
import type { MonitoringDriver } from '../monitoring-driver.ts'
import { covers, type ModelProject, type ModelSignal } from './listening-model.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const WEEK_MS = 7 * 24 * 3_600_000
const DAYS_READ_MS = 6 * 24 * 3_600_000

interface SaidPost {
  post: ChannelPost
  listedAt: Date
  /** The queries that find it. */
  keys: Set<string>
  vector: Float32Array | undefined
}

interface Kept {
  signal: string
  platform: string
  external_id: string
  state: string
  score: number | null
  kept: boolean | null
  matched: boolean
}

export interface Compared {
  /** Pairs of a signal and a post that fits it, which had to become leads. */
  expected: number
  leads: number
  /** How many of the leads came from each platform. */
  leadsOn: Record<string, number>
}

/**
 * Runs every query again from the beginning, and puts each post before the prefilter and judge of every signal that
 * listened there when it was written. Compares that with what monitoring found.
 */
export async function compareWithOracle(world: World): Promise<Compared> {
  const { ask, driver, projects, signals } = world
  const said = await readEverything(world)
  const verdicts = createVerdicts(driver)
  const rows = await ask<Kept>(`
    select candidate.intent_signal_id as signal, post.platform, post.external_id, candidate.state, judgement.score,
      judgement.kept, exists (
        select from lead join lead_match on lead_match.lead_id = lead.id
        where lead.post_id = post.id and lead_match.intent_signal_id = candidate.intent_signal_id) as matched
    from monitor_candidate candidate join post on post.id = candidate.post_id
    left join judgement on judgement.intent_signal_id = candidate.intent_signal_id and judgement.post_id = post.id`)
  const kept = new Map(rows.map((row) => [JSON.stringify([row.signal, row.platform, row.external_id]), row]))
  const wrong: object[] = []
  const compared: Compared = { expected: 0, leads: 0, leadsOn: {} }
  for (const signal of signals) {
    const project = projects.find(({ id }) => id === signal.projectId)
    if (signal.isDeleted || !project || project.isDeleted) continue
    const wordings = [...new Set([signal.wording, ...signal.ranges.map(({ wording }) => wording)])]
    for (const one of said.values()) {
      const { platform, externalId } = one.post
      const row = kept.get(JSON.stringify([signal.id, platform, externalId]))
      const wording = wordingOf(world, { signal, project }, one)
      if (wording !== undefined && (await verdicts.passes(wording, one))) {
        const isWanted = (await verdicts.of(wording, one)).keep
        if (isWanted) compared.expected += 1
        if (isWanted && row?.matched) {
          compared.leads += 1
          compared.leadsOn[platform] = (compared.leadsOn[platform] ?? 0) + 1
        }
        if (!row && !mayBeLetGo(signal, one.post)) wrong.push({ missing: about(signal, one), wording, isWanted })
      }
      if (row?.state !== 'judged') continue
      const scores = await Promise.all(wordings.map((each) => verdicts.of(each, one)))
      const isRight = scores.some(({ score, keep }) => score === row.score && keep === row.matched)
      if (!isRight) wrong.push({ misjudged: about(signal, one), row, scores })
    }
  }
  expect(wrong).toEqual([])
  return compared
}

function about(signal: ModelSignal, { post }: SaidPost): object {
  return { signal: signal.id, platform: post.platform, id: post.externalId, at: post.postedAt, text: post.text }
}

interface Listener {
  signal: ModelSignal
  project: ModelProject
}

/** The words with which the signal must have met the post; undefined where it may have missed it. */
function wordingOf(world: World, { signal, project }: Listener, said: SaidPost): string | undefined {
  const { post, keys, listedAt } = said
  const when = { at: post.postedAt, listedAt }
  for (const key of keys) {
    const listened = project.listened.get(key)
    if (listened?.watch.way === 'stream' && wasDeaf(world, post.postedAt)) continue
    const stretch =
      listened?.ranges.some((each) => covers(each, key, when)) && signal.ranges.find((each) => covers(each, key, when))
    if (stretch) return stretch.wording
  }
  return undefined
}

function wasDeaf({ driver }: World, at: Date): boolean {
  const ms = at.getTime()
  return (driver.stream?.deaf ?? []).some(
    ({ from, to }) => ms >= from.getTime() - SECOND_MS && ms <= to.getTime() + SECOND_MS,
  )
}

function mayBeLetGo({ droppedAt }: ModelSignal, { postedAt }: ChannelPost): boolean {
  return droppedAt.some((at) => at >= postedAt)
}

async function readEverything(world: World): Promise<ReadonlyMap<string, SaidPost>> {
  const { driver, projects } = world
  const asked = new Map(projects.flatMap(({ listened }) => [...listened].map(([key, { watch }]) => [key, watch])))
  const said = new Map<string, SaidPost>()
  for (const [key, watch] of asked) {
    for (const post of watch.way === 'stream' ? toldOnBluesky(world) : await readAll(driver, watch)) {
      const id = `${post.platform} ${post.externalId}`
      const listedAt = world.listedAt(post)
      const known = said.get(id) ?? { post, listedAt, keys: new Set<string>(), vector: undefined }
      known.keys.add(key)
      said.set(id, known)
    }
  }
  const posts = [...said.values()]
  const vectors = await driver.monitoring.embedder.embed(posts.map(({ post }) => embeddedText(post)))
  for (const [index, one] of posts.entries()) {
    const vector = vectors[index]
    // Packed as it is stored: at the very limit, a post is near by one form and not by the other.
    one.vector = vector && unpackVector(packVector(vector))
  }
  return said
}

function toldOnBluesky({ posts }: World): ChannelPost[] {
  return (posts.get('bluesky') ?? []).map(({ author, text, createdAt }, position) =>
    presentPost({
      uri: `at://did:plc:${author}/app.bsky.feed.post/${String(position).padStart(6, '0')}`,
      author: { did: `did:plc:${author}` },
      record: { text },
      indexedAt: createdAt.toISOString(),
    }),
  )
}

async function readAll(driver: MonitoringDriver, watch: WatchName): Promise<ChannelPost[]> {
  const until = driver.now()
  const since = new Date(until.getTime() - 6 * WEEK_MS)
  const channel = driver.monitoring.channels.find(({ platform }) => platform === watch.platform)
  if (!channel) throw new Error(`There is no channel of ${watch.platform}.`)
  return watch.platform === 'x'
    ? readX(driver, watch, { since, until })
    : readWith(channel, watch, { driver, since, until })
}

/** X only searches the last week, so it is asked as it would have been asked then. */
async function readX(driver: MonitoringDriver, watch: WatchName, { since, until }: { since: Date; until: Date }) {
  const posts: ChannelPost[] = []
  for (let to = until.getTime(); to > since.getTime(); to -= DAYS_READ_MS) {
    const clock = { now: () => new Date(to + MINUTE_MS), sleep: () => Promise.resolve() }
    const { apiUrl } = driver.app.config.channels.x
    const channel = createX({ apiUrl, fetch: driver.outbound.operator, clock })
    posts.push(...(await readWith(channel, watch, { driver, since: new Date(to - DAYS_READ_MS), until: new Date(to) })))
  }
  return posts
}

async function readWith(
  channel: Channel,
  watch: WatchName,
  { driver, since, until }: { driver: MonitoringDriver; since: Date; until: Date },
): Promise<ChannelPost[]> {
  const posts: ChannelPost[] = []
  const request = {
    query: { words: watch.query, phrases: [], exclude: [] },
    source: watch.source === '' ? null : { externalId: watch.source },
    key: watch.keyProjectId === null ? null : (driver.platforms.keys.get(watch.platform as Keyed) ?? null),
    since,
    until,
    limit: 1_000,
    signal: new AbortController().signal,
  }
  for (let cursor: string | null = null; ;) {
    try {
      const page = await channel.search({ ...request, cursor })
      posts.push(...page.posts)
      cursor = page.cursor
      if (cursor === null) return posts
    } catch (error) {
      if (!(error instanceof ChannelError) || error.kind !== 'rate_limited') throw error
      await driver.app.clock.advance(error.retryAfterMs ?? MINUTE_MS)
    }
  }
}

/** The verdicts of the prefilter and the judge on posts, each given once. */
function createVerdicts({ monitoring: { embedder } }: MonitoringDriver) {
  const judge = createJudge({ embedder })
  const prefilters = new Map<string, Promise<Prefilter>>()
  const given = new Map<string, Promise<{ score: number; keep: boolean }>>()

  async function judgeOne(wording: string, { post }: SaidPost): Promise<{ score: number; keep: boolean }> {
    const { title, text, platform, kind, url, community } = post
    const input = { title, text, platform, kind, url, community: community?.displayName ?? null }
    const [judgement] = await judge.judge(planSignal(wording), [input])
    return { score: Math.round((judgement?.score ?? 0) * 100), keep: judgement?.keep ?? false }
  }

  return {
    async passes(wording: string, { post, vector }: SaidPost): Promise<boolean> {
      const prefilter = prefilters.get(wording) ?? createPrefilter(embedder, planSignal(wording))
      prefilters.set(wording, prefilter)
      return (await prefilter)(postText(post), vector).passed
    },
    of(wording: string, one: SaidPost): Promise<{ score: number; keep: boolean }> {
      const key = JSON.stringify([wording, one.post.platform, one.post.externalId])
      const verdict = given.get(key) ?? judgeOne(wording, one)
      given.set(key, verdict)
      return verdict
    },
  }
}
