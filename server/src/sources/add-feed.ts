import type { Source } from '@leadlight/contract/sources'
import { ChannelError, type Channel } from '../channels/channel.ts'
import type { Place } from '../channels/places.ts'
import type { Actor } from '../platform/actor.ts'
import { nameTarget } from '../platform/changes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { NewId } from '../platform/ids.ts'
import { lockName } from '../platform/named-lock.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { insertFeed, selectFeeds } from './feed-store.ts'

const FEEDS_PER_PROJECT_MAX = 50
const LOOK_BACK_MS = 365 * 24 * 60 * 60 * 1000

export interface SourceDependencies {
  db: Db
  clock: Clock
  newId: NewId
  channels: readonly Channel[]
  places: readonly Place[]
}

/** Adds a feed to a project after reading it once, so that what is not a feed is refused while its address is at hand. */
export async function addFeed(
  deps: SourceDependencies,
  actor: Actor,
  order: { projectId: string; url: string; signal: AbortSignal },
): Promise<Source> {
  const scope = organizationScope(actor.organizationId)
  const url = normalise(order.url)
  const feed = { id: deps.newId(), projectId: order.projectId, url, title: new URL(url).host }
  await deps.db.transaction(scope, (tx) => requireRoom(tx, actor, feed))
  const seen = await readOnce(deps, url, order.signal)
  nameTarget({ id: feed.id })
  await deps.db.transaction(scope, async (tx) => {
    await lockName(tx, `feeds:${order.projectId}`)
    await requireRoom(tx, actor, feed)
    await insertFeed(tx, actor.organizationId, feed, deps.clock.now())
  })
  return {
    id: feed.id,
    platform: 'feed',
    name: feed.title,
    url,
    health: 'working',
    error: null,
    last_polled_at: deps.clock.now().toISOString(),
    last_seen: seen,
    next_try_at: null,
  }
}

/** Asked before the feed is read, to spare it the reading, and again under the lock, since others may add meanwhile. */
async function requireRoom(tx: Tx, actor: Actor, feed: { projectId: string; url: string }): Promise<void> {
  await requireProject(tx, actor, feed.projectId)
  const known = await selectFeeds(tx, actor.organizationId, feed.projectId)
  if (known.some(({ url }) => url === feed.url)) {
    throw new AppError('conflict', 'feed_already_added', 'This project already reads that feed.')
  }
  if (known.length >= FEEDS_PER_PROJECT_MAX) {
    throw new AppError('conflict', 'feed_limit_reached', `A project has at most ${FEEDS_PER_PROJECT_MAX} feeds.`)
  }
}

function normalise(address: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  if (!URL.canParse(withScheme)) {
    throw new AppError('invalid', 'feed_unreadable', 'That is not a web address. Paste the address of a feed.')
  }
  return new URL(withScheme).href
}

async function readOnce(deps: SourceDependencies, url: string, signal: AbortSignal): Promise<number> {
  const feeds = deps.channels.find((channel) => channel.platform === 'feed')
  if (!feeds) throw new AppError('invalid', 'feed_unreadable', 'This installation does not read feeds.')
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
    if (error instanceof ChannelError) throw new AppError('invalid', 'feed_unreadable', error.message, { cause: error })
    throw error
  }
}
