import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { createDuplicateIndex, type DuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import { createPrefilter, embeddedText, type Prefilter } from '@leadlight/engine/index/prefilter'
import { createJudge, type Judge } from '@leadlight/engine/judge/judge'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { postText } from '@leadlight/engine/language/post-text'
import { planSignal, type Plan } from '@leadlight/engine/plan/plan'
import { ChannelError, type Channel, type ChannelPost } from '@leadlight/server/channels/channel'
import type { Searcher, Trace } from '../measure.ts'
import { WINDOW_DAYS, type Sources } from '../sources.ts'
import { planLegs, type Leg, type PeerSources } from './plan-legs.ts'
import { planQueries } from './queries.ts'

const POSTS_PER_PAGE = 200
const POSTS_PER_SIFT = 256
const DAY_MS = 24 * 60 * 60 * 1000

interface PeerOptions {
  channels: readonly Channel[]
  sources: Sources
  embedder: Embedder
  judge: Judge | undefined
}

/** One signal's search under way. */
interface Run {
  plan: Plan
  prefilter: Prefilter
  judge: Judge
  embedder: Embedder
  startedMs: number
  /** The posts so far, each once. */
  known: Set<string>
  passed: DuplicateIndex
  trace: Trace
}

/**
 * The product's search before it adapted itself: five queries of all their words to each platform and a sweep of the
 * newest, sifted page by page, and all that passed judged. It keeps nothing from one signal to the next.
 */
export function createPeer(options: PeerOptions): Searcher {
  const { judge = createJudge(options) } = options
  return {
    prepare: ({ sentence }) => Promise.resolve(() => searchOnce(sentence, judge, options)),
    close: () => Promise.resolve(),
  }
}

async function searchOnce(
  sentence: string,
  judge: Judge,
  { channels, sources, embedder }: PeerOptions,
): Promise<Trace> {
  const plan = planSignal(sentence)
  const run: Run = {
    plan,
    prefilter: await createPrefilter(embedder, plan),
    judge,
    embedder,
    startedMs: Date.now(),
    known: new Set(),
    passed: createDuplicateIndex(),
    trace: { fetched: [], judged: [] },
  }
  const until = new Date()
  for (const leg of planLegs(planQueries(sentence), peerSources(sources))) {
    const channel = channels.find(({ platform }) => platform === leg.platform)
    if (channel) await readLeg(run, leg, { channel, until, key: sources.keys[leg.platform] ?? null })
  }
  return run.trace
}

/** What the product reads of the platforms that have doubles here, in its order. */
function peerSources({ communities }: Sources): PeerSources[] {
  return [
    { platform: 'hacker_news', sources: null, reading: 'sweep' },
    { platform: 'stack_exchange', sources: ['coffee'], reading: 'search' },
    { platform: 'github', sources: ['issues', 'discussions'], reading: 'search', postsMax: 300 },
    { platform: 'mastodon', sources: communities.map(({ source }) => source), reading: 'list', postsMax: 2_000 },
    { platform: 'reddit', sources: null, reading: 'search', postsMax: 500 },
  ]
}

interface Asked {
  channel: Channel
  until: Date
  key: Readonly<Record<string, string>> | null
}

/** Reads one leg to its end, or to the platform's refusal, which ends it as in the product. */
async function readLeg(run: Run, { source, query, postsMax }: Leg, { channel, until, key }: Asked): Promise<void> {
  const since = new Date(until.getTime() - WINDOW_DAYS * DAY_MS)
  const { signal } = new AbortController()
  let cursor: string | null = null
  let seen = 0
  try {
    do {
      const limit = Math.min(POSTS_PER_PAGE, postsMax - seen)
      const asked = { query, source: source === null ? null : { externalId: source }, key, since, until, signal }
      const page = await channel.search({ ...asked, cursor, limit })
      seen += page.posts.length
      cursor = page.cursor
      await takeIn(run, page.posts)
    } while (cursor !== null && seen < postsMax)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
  }
}

/** Sifts the posts that are new, and judges those that passed. */
async function takeIn(run: Run, posts: readonly ChannelPost[]): Promise<void> {
  const fresh = posts.filter((post) => {
    const id = `${post.platform} ${post.externalId}`
    if (run.known.has(id)) return false
    run.known.add(id)
    return true
  })
  run.trace.fetched.push(...fresh)
  for (let at = 0; at < fresh.length; at += POSTS_PER_SIFT)
    await judgeAll(run, await sift(run, fresh.slice(at, at + POSTS_PER_SIFT)))
}

async function sift(run: Run, posts: readonly ChannelPost[]): Promise<ChannelPost[]> {
  const vectors = await run.embedder.embed(posts.map(embeddedText))
  const passed = posts.flatMap((post, index) => {
    const vector = vectors[index]
    // As it comes from the store.
    const verdict = run.prefilter(postText(post), vector && unpackVector(packVector(vector)))
    return verdict.passed ? [{ post, rank: verdict.rank }] : []
  })
  const once = passed.filter(({ post }) => {
    const print = fingerprint(postText(post))
    if (run.passed.find(print) !== undefined) return false
    run.passed.add(print, post.externalId)
    return true
  })
  return once.toSorted((a, b) => b.rank - a.rank).map(({ post }) => post)
}

async function judgeAll({ plan, judge, startedMs, trace }: Run, posts: readonly ChannelPost[]): Promise<void> {
  const judgements = await judge.judge(
    plan,
    posts.map((post) => ({ ...post, community: post.community?.displayName ?? null })),
  )
  const seconds = (Date.now() - startedMs) / 1000
  posts.forEach(({ title, text }, index) =>
    trace.judged.push({ title, text, kept: judgements[index]?.keep === true, score: null, seconds }),
  )
}
