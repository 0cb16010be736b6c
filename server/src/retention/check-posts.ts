import { ChannelError, type Channel } from '../channels/channel.ts'
import { retentionScope } from '../platform/scopes.ts'
import { forgetPosts } from './forget-posts.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { selectDue, setChecked, setUnchecked, type CheckedPlace, type DuePost } from './retention-store.ts'

const POSTS_AT_ONCE = 50
/** A run takes no more of one platform, so that every platform has its turn; what is left is due at the next. */
const BATCHES_MAX = 40
const HOUR_MS = 60 * 60 * 1000
/** Where the terms say nothing, leads are looked up so often; posts that are nobody's lead are not shown to anybody. */
const LEADS_EVERY_MS = 7 * 24 * HOUR_MS
const TRY_AGAIN_MS = HOUR_MS

type Checking = Pick<RetentionDependencies, 'db' | 'clock' | 'log' | 'channels' | 'keyFor'>

/**
 * Asks each platform whether posts that were known to stand longest ago still do, and forgets those that do not. Where the terms
 * give a time for that, every post is looked up twice within it, else leads alone once a week. A platform that fails, or
 * asks to be left alone, is asked again later and holds up no other.
 */
export async function checkPosts(deps: Checking, signal: AbortSignal): Promise<void> {
  for (const channel of deps.channels) {
    if (channel.check) await checkPlatform(deps, channel, signal)
  }
}

async function checkPlatform(deps: Checking, channel: Channel, signal: AbortSignal): Promise<void> {
  const hours = channel.rules.deleteWithinHours
  const everyMs = hours === null ? LEADS_EVERY_MS : (hours * HOUR_MS) / 2
  const now = deps.clock.now()
  const checkedBefore = new Date(now.getTime() - everyMs)
  const which = { platform: channel.platform, checkedBefore, now, isLeadsOnly: hours === null, limit: POSTS_AT_ONCE }
  // Going on from where the last batch ended, what is not asked for is passed over once a run.
  let after: CheckedPlace | null = null
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    signal.throwIfAborted()
    const due: DuePost[] = await deps.db.transaction(retentionScope(), (tx) => selectDue(tx, { ...which, after }))
    after = due.at(-1) ?? null
    let failed = 0
    for (const posts of byHost(due)) failed += (await checkSome(deps, channel, { posts, signal })) ? 0 : posts.length
    if (due.length < POSTS_AT_ONCE || failed === due.length) return
  }
}

/** One server that is away says nothing of the others that speak the same. */
function byHost(posts: readonly DuePost[]): DuePost[][] {
  return Object.values(Object.groupBy(posts, ({ url }) => (URL.canParse(url) ? new URL(url).host : ''))).map(
    (some) => some ?? [],
  )
}

/** False where the platform did not answer; then these posts come again once others have had their turn. */
async function checkSome(
  deps: Checking,
  channel: Channel,
  { posts, signal }: { posts: readonly DuePost[]; signal: AbortSignal },
): Promise<boolean> {
  const { platform } = channel
  const externalIds = posts.map(({ externalId }) => externalId)
  try {
    const found = (await channel.check?.(externalIds, signal, await deps.keyFor(platform))) ?? new Map<string, string>()
    const isDeleted = ({ externalId }: DuePost) => found.get(externalId) === 'deleted'
    await forgetPosts(
      deps,
      platform,
      posts.filter(isDeleted).map(({ externalId }) => externalId),
    )
    // An id that the platform does not take for one of its own cannot be looked up, today or later.
    const standing = posts.filter((post) => !isDeleted(post)).map(({ id }) => id)
    await deps.db.transaction(retentionScope(), (tx) => setChecked(tx, standing, deps.clock.now()))
    return true
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    deps.log.warn({ platform, why: error.message, posts: posts.length }, 'posts could not be looked up at their source')
    const until = new Date(deps.clock.now().getTime() + Math.max(TRY_AGAIN_MS, error.retryAfterMs ?? 0))
    const ids = posts.map(({ id }) => id)
    await deps.db.transaction(retentionScope(), (tx) => setUnchecked(tx, ids, until))
    return false
  }
}
