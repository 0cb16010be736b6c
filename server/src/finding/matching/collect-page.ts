import { withoutReordering } from '@leadlight/domain/directions'
import {
  ChannelError,
  type Channel,
  type ChannelKey,
  type ChannelPost,
  type SearchPage,
} from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { announce } from '../../core/events/announce.ts'
import { refreshIssueStates } from '../../workspace/leads/refresh-issue-states.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { openKey } from '../sources/open-key.ts'
import { originOf } from '../sources/origin-of.ts'
import { recordCoverage } from '../sources/record-coverage.ts'
import { recordKeyHealth } from '../sources/record-key-health.ts'
import { insertCandidates } from './candidate-store.ts'
import { announceSearch } from './announce-search.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { savePosts, type NewPost } from '../../core/posts/posts.ts'
import { postText } from '@leadlight/engine/language/post-text'
import { selectLegs, updateLeg, type LegRow } from './leg-store.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'
import { writeQuestion } from './write-question.ts'

const POSTS_PER_PAGE = 200
const ATTEMPTS_MAX = 3
const WAIT_MS_MAX = 20_000
const DAY_MS = 24 * 60 * 60 * 1000
const HITS_MAX = 2 ** 31 - 1

type Outcome = { page: SearchPage; usesOwnKey: boolean; error: null } | { page: null; error: ChannelError }

/**
 * Reads one page of one source, then writes its posts, the cursor and the coverage in one transaction. A source that
 * asked to be left alone is asked when that time is over.
 */
export async function collectPage(
  deps: MatchingDependencies,
  step: { search: SearchRow; leg: LegRow; signal: AbortSignal },
): Promise<void> {
  const { search, leg, signal } = step
  const window = { since: new Date(search.until.getTime() - search.days * DAY_MS), until: search.until }
  const waitMs = leg.retry_at === null ? 0 : leg.retry_at.getTime() - deps.clock.now().getTime()
  if (waitMs > 0) await deps.clock.sleep(waitMs, signal)
  const outcome = await readPage(deps, step, window)
  await deps.db.transaction(organizationScope(search.organizationId), async (tx) => {
    const current = await lockSearch(tx, search.organizationId, search.id)
    const [legNow] = (await selectLegs(tx, search.organizationId, [search.id])).filter(
      (l) => l.position === leg.position,
    )
    // Another run took this step meanwhile: its result stands and ours is dropped.
    if (current?.state !== 'running' || legNow?.pages !== leg.pages || legNow.attempts !== leg.attempts) return
    const { platform } = leg
    const said = { projectId: search.projectId, platform, failure: outcome.error }
    await recordKeyHealth(tx, search.organizationId, said, deps.clock.now())
    if (outcome.page) await keepPage(tx, deps, { ...outcome, search: current, leg, window })
    else await keepFailure(tx, deps, { search: current, leg, error: outcome.error, window })
    await announceSearch(tx, deps, search)
  })
}

async function readPage(
  deps: MatchingDependencies,
  { search: { organizationId, projectId }, leg, signal }: { search: SearchRow; leg: LegRow; signal: AbortSignal },
  window: Window,
): Promise<Outcome> {
  const channel = deps.channels.find((candidate) => candidate.platform === leg.platform)
  if (!channel)
    return { page: null, error: new ChannelError('misconfigured', `${leg.platform} is not set up here.`, null) }
  let key: ChannelKey | null = null
  try {
    key = await openKey(deps, organizationId, { projectId, platform: leg.platform })
    const page = await search(channel, leg, { ...window, key, signal })
    return { page, usesOwnKey: key !== null, error: null }
  } catch (error) {
    if (error instanceof ChannelError) return { page: null, error: hideKey(error, key) }
    throw error
  }
}

function search(
  channel: Channel,
  leg: LegRow,
  request: Window & { key: ChannelKey | null; signal: AbortSignal },
): Promise<SearchPage> {
  const { postsMax, text: _text, ...query } = leg.query
  return channel.search({
    query,
    source: leg.source === null ? null : { externalId: leg.source },
    ...request,
    cursor: leg.cursor,
    inAnyOrder: true,
    limit: Math.min(POSTS_PER_PAGE, postsMax - leg.seen),
  })
}

interface Window {
  since: Date
  until: Date
}

async function keepPage(
  tx: Tx,
  deps: MatchingDependencies,
  kept: { search: SearchRow; leg: LegRow; page: SearchPage; usesOwnKey: boolean; window: Window },
): Promise<void> {
  const { search, leg, page, usesOwnKey, window } = kept
  const now = deps.clock.now()
  const read = page.posts.map((post) => toNewPost(post, deps.newId()))
  const posts = await withoutSuppressed(tx, deps.suppression, { ...search, posts: read })
  const postIds = await savePosts(tx, posts, {
    origin: originOf(deps.platformSources, { platform: leg.platform, usesOwnKey, projects: [search] }),
    collectedAt: now,
  })
  await refreshIssueStates(
    tx,
    search,
    posts.flatMap(({ githubIssueState }, index) => {
      const id = postIds[index]
      return id === undefined ? [] : [{ id, githubIssueState }]
    }),
  )
  const fresh = await insertCandidates(tx, search, { postIds, by: { position: leg.position, page: leg.pages + 1 } })
  const seen = leg.seen + page.posts.length
  const full = seen >= leg.query.postsMax
  const done = page.cursor === null || full
  await updateLeg(tx, leg, {
    state: done ? 'done' : 'running',
    cursor: page.cursor,
    pages: leg.pages + 1,
    seen,
    fresh: leg.fresh + fresh,
    attempts: 0,
    retry_at: null,
    error: null,
    hits: leg.hits ?? credibleHits(page),
    is_cut: page.truncated,
  })
  await updateSearch(tx, search, { seen: search.seen + fresh, asking: null })
  const worksAgain = await recordCoverage(tx, search.organizationId, {
    ...coverageOf(deps, search, leg, window),
    seen: page.posts.length,
    kept: fresh,
    gap: page.truncated || (full && page.cursor !== null),
    error: null,
    nextTryAt: null,
  })
  if (worksAgain) await tellHealth(tx, deps, { search, leg, error: null })
}

/** A platform may say anything; null where the number cannot be one of posts. */
function credibleHits({ hits }: SearchPage): number | null {
  return hits != null && hits >= 0 && hits <= HITS_MAX ? hits : null
}

async function keepFailure(
  tx: Tx,
  deps: MatchingDependencies,
  failed: { search: SearchRow; leg: LegRow; error: ChannelError; window: Window },
): Promise<void> {
  const { search, leg, error, window } = failed
  const attempts = leg.attempts + 1
  const givenUp = error.retryAfterMs === null || attempts >= ATTEMPTS_MAX
  const inMs = (ms: number) => new Date(deps.clock.now().getTime() + ms)
  const waitMs = givenUp ? 0 : Math.min(WAIT_MS_MAX, error.retryAfterMs ?? 0)
  const retryAt = waitMs > 0 ? inMs(waitMs) : null
  const state = givenUp ? 'failed' : 'running'
  await updateLeg(tx, leg, { state, attempts, error: error.message, retry_at: retryAt })
  if (givenUp) await updateSearch(tx, search, { asking: null })
  const nextTryAt = error.retryAfterMs === null ? null : inMs(error.retryAfterMs)
  await recordCoverage(tx, search.organizationId, {
    ...coverageOf(deps, search, leg, window),
    seen: 0,
    kept: 0,
    gap: true,
    error: error.message,
    nextTryAt,
  })
  await tellHealth(tx, deps, { search, leg, error: error.message })
}

/** Emits an event when a source fails or works again. */
async function tellHealth(
  tx: Tx,
  { clock }: MatchingDependencies,
  { search, leg, error }: { search: SearchRow; leg: LegRow; error: string | null },
): Promise<void> {
  const payload = { type: 'source' as const, platform: leg.platform, source: leg.source ?? '', error }
  await announce(tx, search.organizationId, { projectId: search.projectId, payload, now: clock.now() })
}

function coverageOf(deps: MatchingDependencies, search: SearchRow, leg: LegRow, window: Window) {
  return {
    id: deps.newId(),
    projectId: search.projectId,
    searchId: search.id,
    platform: leg.platform,
    source: leg.source ?? '',
    query: writeQuestion(leg.query),
    windowFrom: window.since,
    windowTo: window.until,
    polledAt: deps.clock.now(),
  }
}

/** Converts a channel's post for the store. Channels clean its words; what it calls its author and place is cleaned here. */
export function toNewPost(post: ChannelPost, id: string): NewPost {
  const { author, community } = post
  return {
    ...post,
    id,
    author: author && { ...author, name: withoutReordering(author.name) },
    community: community && { externalId: community.externalId, name: withoutReordering(community.displayName) },
    githubIssueState: post.githubIssueState ?? null,
    fingerprint: fingerprint(postText(post)),
  }
}
