import type { ChannelProgress } from '@leadlight/contract/search'
import type { z } from 'zod'
import type { ReachTarget } from '@leadlight/engine/reach/reach'
import { asksForWords, readSearchText } from '@leadlight/engine/reach/search-text'
import {
  ChannelError,
  type Channel,
  type ChannelKey,
  type ChannelPost,
  type SearchQuery,
} from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import { openKey } from '../sources/open-key.ts'
import type { ProjectSources } from '../sources/project-sources.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { reachTargets } from './reach-targets.ts'

type Progress = z.infer<typeof ChannelProgress>

type FreshDependencies = Pick<MatchingDependencies, 'channels' | 'db' | 'vault'>

const QUERIES = 3
const QUESTIONS_PER_PLACE = 20
const POSTS_PER_ANSWER = 100
const LOOK_MS_MAX = 8_000

interface FreshOrder {
  organizationId: string
  projectId: string
  platformSources: readonly ProjectSources[]
  queries: readonly string[]
  since: Date
  until: Date
  signal: AbortSignal
}

export interface FreshSample {
  /** What each place gave. */
  read: { platform: string; usesOwnKey: boolean; posts: ChannelPost[] }[]
  channels: Progress[]
}

/**
 * Fetches the newest posts for the best queries, from every source that is fast and free, all at once. A source that
 * fails or is too slow is reported as failing; the others' posts still come.
 */
export async function gatherFresh(deps: FreshDependencies, order: FreshOrder): Promise<FreshSample> {
  const signal = AbortSignal.any([order.signal, AbortSignal.timeout(LOOK_MS_MAX)])
  const platformSources = order.platformSources.filter((place) => place.isSlow !== true && place.isPaid !== true)
  const looks = await Promise.all(platformSources.map((place) => lookAt(deps, place, { ...order, signal })))
  order.signal.throwIfAborted()
  return { read: looks.map(({ read }) => read), channels: byPlatform(looks.map(({ progress }) => progress)) }
}

async function lookAt(
  deps: FreshDependencies,
  place: ProjectSources,
  look: FreshOrder,
): Promise<{ read: FreshSample['read'][number]; progress: Progress }> {
  const channel = deps.channels.find(({ platform }) => platform === place.platform)
  const displayName = channel?.displayName ?? place.platform
  const legs = firstQuestions(look.queries, reachTargets(deps.channels, [place]))
  const posts: ChannelPost[] = []
  const opened = channel ? await openFor(deps, place, look) : { key: null, error: `${displayName} is not set up here.` }
  let { error } = opened
  const failed = new Set<string | null>()
  for (const leg of channel && error === null ? legs : []) {
    if (!channel) break
    if (failed.has(leg.source)) continue
    const source = leg.source === null ? null : { externalId: leg.source }
    const outcome = await ask(channel, { ...look, query: leg.query, source, key: opened.key })
    posts.push(...outcome.posts)
    if (outcome.error !== null) failed.add(leg.source)
    error ??= outcome.error
  }
  const state = error === null ? ('done' as const) : ('failed' as const)
  const { platform, usesOwnKey } = place
  const progress = { platform, display_name: displayName, state, seen: posts.length, error }
  return { read: { platform, usesOwnKey, posts }, progress }
}

/** The newest posts for the first words, and of what can only be listed. */
function firstQuestions(
  queries: readonly string[],
  targets: readonly ReachTarget[],
): { source: string | null; query: SearchQuery }[] {
  const asked = queries.filter(asksForWords).slice(0, QUERIES)
  return targets
    .flatMap(({ source, takes }) =>
      (takes === 'listing' ? [''] : asked).map((words) => ({
        source,
        query: { ...readSearchText(words), exclude: [] },
      })),
    )
    .slice(0, QUESTIONS_PER_PLACE)
}

async function openFor(
  deps: FreshDependencies,
  { platform, usesOwnKey }: ProjectSources,
  { organizationId, projectId }: FreshOrder,
): Promise<{ key: ChannelKey | null; error: string | null }> {
  if (!usesOwnKey) return { key: null, error: null }
  try {
    return { key: await openKey(deps, organizationId, { projectId, platform }), error: null }
  } catch (error) {
    if (error instanceof ChannelError) return { key: null, error: error.message }
    throw error
  }
}

async function ask(
  channel: Channel,
  request: Pick<Parameters<Channel['search']>[0], 'query' | 'source' | 'key' | 'since' | 'until' | 'signal'>,
): Promise<{ posts: ChannelPost[]; error: string | null }> {
  try {
    const { query, source, key = null, since, until, signal } = request
    const asked = { query, source, key, since, until, signal, cursor: null, limit: POSTS_PER_ANSWER }
    return { posts: (await channel.search(asked)).posts, error: null }
  } catch (error) {
    if (error instanceof ChannelError) return { posts: [], error: hideKey(error, request.key ?? null).message }
    if (request.signal.aborted) return { posts: [], error: `${channel.displayName} took too long to answer.` }
    throw error
  }
}

/** Several fetches of one platform are reported as one. */
function byPlatform(looks: readonly Progress[]): Progress[] {
  const told = new Map<string, Progress>()
  for (const look of looks) {
    const before = told.get(look.platform)
    const error = before?.error ?? look.error
    const state = error === null ? 'done' : 'failed'
    told.set(look.platform, { ...look, seen: (before?.seen ?? 0) + look.seen, error, state })
  }
  return [...told.values()]
}
