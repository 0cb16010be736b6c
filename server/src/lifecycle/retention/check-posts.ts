import type { ProjectIds } from '../../platform/actor.ts'
import { ChannelError, type Channel } from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import { setChecked, setUnchecked } from '../../core/posts/post-writes.ts'
import { organizationScope, retentionScope } from '../../platform/scopes.ts'
import { recordKeyHealth } from '../../finding/sources/record-key-health.ts'
import { eraseDeletedPosts } from './erase-deleted-posts.ts'
import { groupByAsker } from './group-by-asker.ts'
import { isAskedByProjects } from './is-asked-by-projects.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { selectDue, type CheckedPosition, type DuePost } from './retention-store.ts'

const POSTS_AT_ONCE = 50
/** One run asks a platform at most this often, so that every platform has its turn; the rest is due at the next. */
const BATCHES_MAX = 40
const HOUR_MS = 3_600_000
/** How often leads and labelled posts are looked up where the terms give no time; the others go unless seen again. */
const LEADS_EVERY_MS = 7 * 24 * HOUR_MS
const TRY_AGAIN_MS = HOUR_MS

export type Checking = Pick<RetentionDependencies, 'db' | 'clock' | 'log' | 'channels' | 'platformSources' | 'keyFor'>

/**
 * Where look-ups cost money, younger posts are looked up as the terms require, older ones weekly like leads elsewhere.
 */
const YOUNG_MS = 7 * 24 * HOUR_MS

/** How a platform's posts are looked up. */
interface Manner {
  channel: Channel
  everyMs: number
  isByProjects: boolean
  isPaid: boolean
}

/**
 * Asks each platform whether the posts checked longest ago still exist, and forgets those that do not. Every post is
 * checked twice within the time its terms give, or once where that costs money; otherwise leads and labelled posts alone
 * are checked, weekly. Platforms are asked at once: one that is slow or fails is asked again later and delays no other.
 */
export async function checkPosts(deps: Checking, signal: AbortSignal): Promise<void> {
  const checked = deps.channels.filter((channel) => channel.check !== undefined)
  const ends = await Promise.allSettled(checked.map((each) => checkPlatform(deps, mannerOf(deps, each), signal)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

function mannerOf({ platformSources }: Checking, channel: Channel): Manner {
  const { platform, rules } = channel
  const isPaid = platformSources.some((place) => place.platform === platform && place.isPaid)
  const isByProjects = isAskedByProjects(platformSources, platform)
  if (rules.deleteWithinHours === null) return { channel, everyMs: LEADS_EVERY_MS, isByProjects, isPaid }
  const withinMs = rules.deleteWithinHours * HOUR_MS
  return { channel, everyMs: isPaid ? withinMs - TRY_AGAIN_MS : withinMs / 2, isByProjects, isPaid }
}

async function checkPlatform(deps: Checking, manner: Manner, signal: AbortSignal): Promise<void> {
  const { platform, rules } = manner.channel
  const now = deps.clock.now()
  const checkedBefore = new Date(now.getTime() - manner.everyMs)
  const isKeptOnly = manner.isByProjects || rules.deleteWithinHours === null
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const old = manner.isPaid ? { saidBefore: ago(YOUNG_MS), checkedBefore: ago(LEADS_EVERY_MS) } : null
  const which = { platform, checkedBefore, old, now, isKeptOnly, limit: POSTS_AT_ONCE }
  // Posts that are not asked for are passed over once a run, by going on from where the last batch ended.
  let after: CheckedPosition | null = null
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    signal.throwIfAborted()
    const due: DuePost[] = await deps.db.transaction(retentionScope(), (tx) => selectDue(tx, { ...which, after }))
    after = due.at(-1) ?? null
    const groups = await groupByAsker(deps, { platform, isByProjects: manner.isByProjects }, due)
    await putOff(deps, groups.nobodys, manner.everyMs)
    let failed = groups.nobodys.length
    for (const group of groups.asked) {
      failed += (await checkGroup(deps, manner, { ...group, signal })) ? 0 : group.posts.length
    }
    if (due.length < POSTS_AT_ONCE || failed === due.length) return
  }
}

interface Group {
  asker: ProjectIds | null
  posts: readonly DuePost[]
  signal: AbortSignal
}

/** False if the platform did not answer; these posts then come again after others have had their turn. */
async function checkGroup(deps: Checking, manner: Manner, group: Group): Promise<boolean> {
  const { posts, asker } = group
  const { platform } = manner.channel
  try {
    const found = await ask(deps, manner.channel, group)
    const isDeleted = ({ externalId }: DuePost) => found.get(externalId) === 'deleted'
    await eraseDeletedPosts(
      deps,
      platform,
      posts.filter(isDeleted).map(({ externalId }) => externalId),
    )
    const standing = posts.filter(({ externalId }) => found.get(externalId) === 'present').map(({ id }) => id)
    await deps.db.transaction(retentionScope(), (tx) => setChecked(tx, standing, deps.clock.now()))
    // The platform will not recognise the post tomorrow either; that does not prove it exists.
    await putOff(
      deps,
      posts.filter(({ externalId }) => !found.has(externalId)),
      manner.everyMs,
    )
    await noteHealth(deps, platform, asker, null)
    return true
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    deps.log.warn({ platform, why: error.message, posts: posts.length }, 'posts could not be looked up at their source')
    await putOff(deps, posts, Math.max(TRY_AGAIN_MS, error.retryAfterMs ?? 0))
    await noteHealth(deps, platform, asker, error)
    return false
  }
}

async function ask(deps: Checking, channel: Channel, { posts, asker, signal }: Group) {
  const key = await deps.keyFor(channel.platform, asker)
  try {
    const externalIds = posts.map(({ externalId }) => externalId)
    return (await channel.check?.(externalIds, signal, key)) ?? new Map<string, 'present' | 'deleted'>()
  } catch (error) {
    throw error instanceof ChannelError ? hideKey(error, key) : error
  }
}

async function putOff({ db, clock }: Checking, posts: readonly DuePost[], byMs: number): Promise<void> {
  if (posts.length === 0) return
  const until = new Date(clock.now().getTime() + byMs)
  const ids = posts.map(({ id }) => id)
  await db.transaction(retentionScope(), (tx) => setUnchecked(tx, ids, until))
}

/** Shows whoever set the key whether it works or is refused. */
async function noteHealth(
  { db, clock }: Checking,
  platform: string,
  asker: ProjectIds | null,
  failure: ChannelError | null,
): Promise<void> {
  if (!asker) return
  const { organizationId, projectId } = asker
  await db.transaction(organizationScope(organizationId), (tx) =>
    recordKeyHealth(tx, organizationId, { projectId, platform, failure }, clock.now()),
  )
}
