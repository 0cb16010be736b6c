import type { ChannelProgress } from '@leadlight/contract/signals'
import type { z } from 'zod'
import { ChannelError, type Channel, type ChannelPost } from '../channels/channel.ts'
import { withOwnSources, type OwnSource, type Place } from '../channels/places.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { planLegs } from './plan-legs.ts'

type Progress = z.infer<typeof ChannelProgress>

const QUERIES = 2
const QUESTIONS_PER_PLACE = 20
const POSTS_PER_ANSWER = 100
const LOOK_MS_MAX = 8_000

export interface FreshLook {
  posts: ChannelPost[]
  channels: Progress[]
}

/**
 * Takes one quick look at every place that is quick to read, all at once: the newest posts for the best queries. A place
 * that fails or takes too long is told as failing; the others' posts come all the same.
 */
export async function gatherFresh(
  deps: MatchingDependencies,
  look: { queries: readonly string[]; own: readonly OwnSource[]; since: Date; until: Date; signal: AbortSignal },
): Promise<FreshLook> {
  const signal = AbortSignal.any([look.signal, AbortSignal.timeout(LOOK_MS_MAX)])
  const places = withOwnSources(deps.places, look.own).filter(
    (place) => place.sources?.length !== 0 && place.isSlow !== true,
  )
  const looks = await Promise.all(places.map((place) => lookAt(deps, place, { ...look, signal })))
  look.signal.throwIfAborted()
  return { posts: looks.flatMap(({ posts }) => posts), channels: looks.map(({ progress }) => progress) }
}

async function lookAt(
  deps: MatchingDependencies,
  place: Place,
  look: { queries: readonly string[]; since: Date; until: Date; signal: AbortSignal },
): Promise<{ posts: ChannelPost[]; progress: Progress }> {
  const channel = deps.channels.find(({ platform }) => platform === place.platform)
  const displayName = channel?.displayName ?? place.platform
  const legs = planLegs(look.queries.slice(0, QUERIES), [place]).slice(0, QUESTIONS_PER_PLACE)
  const posts: ChannelPost[] = []
  let error: string | null = channel ? null : `${displayName} is not set up here.`
  const failed = new Set<string | null>()
  for (const leg of channel ? legs : []) {
    if (!channel) break
    if (failed.has(leg.source)) continue
    const source = leg.source === null ? null : { externalId: leg.source }
    const outcome = await ask(channel, { ...look, query: leg.query, source })
    posts.push(...outcome.posts)
    if (outcome.error !== null) failed.add(leg.source)
    error ??= outcome.error
  }
  const state = error === null ? ('done' as const) : ('failed' as const)
  return { posts, progress: { platform: place.platform, display_name: displayName, state, seen: posts.length, error } }
}

async function ask(
  channel: Channel,
  request: Pick<Parameters<Channel['search']>[0], 'query' | 'source' | 'since' | 'until' | 'signal'>,
): Promise<{ posts: ChannelPost[]; error: string | null }> {
  try {
    const { query, source, since, until, signal } = request
    const page = await channel.search({ query, source, since, until, signal, cursor: null, limit: POSTS_PER_ANSWER })
    return { posts: page.posts, error: null }
  } catch (error) {
    if (error instanceof ChannelError) return { posts: [], error: error.message }
    if (request.signal.aborted) return { posts: [], error: `${channel.displayName} took too long to answer.` }
    throw error
  }
}
