import type { Source } from '@leadlight/contract/sources'
import { ChannelError, type Channel } from '../../channels/channel.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { invalidPart } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { insertFeed } from './feed-store.ts'
import { lockRoom, requireRoom } from './require-room.ts'
import type { SourceDependencies } from './source-dependencies.ts'

const LOOK_BACK_MS = 365 * 24 * 60 * 60 * 1000

/**
 * Adds a feed to a project after reading it once, so that a page that is no feed is refused while its user can still
 * correct the address.
 */
export async function addFeed(
  deps: SourceDependencies,
  actor: Actor,
  order: { projectId: string; url: string; signal: AbortSignal },
): Promise<Source> {
  const scope = organizationScope(actor.organizationId)
  const url = normalise(order.url)
  const feed = { id: deps.newId(), projectId: order.projectId, url, title: new URL(url).host }
  const source = { projectId: order.projectId, platform: 'feed', externalId: url }
  // Checked before the feed is read, to save the request, and again when saving, since others may add one meanwhile.
  await deps.db.transaction(scope, (tx) => requireRoom(tx, actor, source))
  const feeds = findFeeds(deps)
  const seen = await readOnce(deps, feeds, { url, signal: order.signal })
  nameTarget({ id: feed.id })
  await deps.db.transaction(scope, async (tx) => {
    await lockRoom(tx, actor, source)
    await insertFeed(tx, actor.organizationId, feed, deps.clock.now())
  })
  return {
    id: feed.id,
    kind: 'feed',
    platform: 'feed',
    platform_name: feeds.displayName,
    name: feed.title,
    url,
    on: true,
    health: 'working',
    error: null,
    last_polled_at: deps.clock.now().toISOString(),
    last_seen: seen,
    next_try_at: null,
  }
}

function normalise(address: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  if (!URL.canParse(withScheme)) {
    throw invalidPart('body.url', 'feed_unreadable', 'That is not a web address. Paste the address of a feed.')
  }
  return new URL(withScheme).href
}

function findFeeds({ channels }: SourceDependencies): Channel {
  const feeds = channels.find((channel) => channel.platform === 'feed')
  if (feeds) return feeds
  throw invalidPart('body.url', 'feed_unreadable', 'This installation does not read feeds.')
}

async function readOnce(
  deps: SourceDependencies,
  feeds: Channel,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<number> {
  const until = deps.clock.now()
  const since = new Date(until.getTime() - LOOK_BACK_MS)
  const query = { words: '', phrases: [], exclude: [] }
  try {
    const page = await feeds.search({
      query,
      source: { externalId: url },
      since,
      until,
      cursor: null,
      limit: 100,
      signal,
    })
    return page.posts.length
  } catch (error) {
    if (error instanceof ChannelError) throw invalidPart('body.url', 'feed_unreadable', error.message, error)
    throw error
  }
}
