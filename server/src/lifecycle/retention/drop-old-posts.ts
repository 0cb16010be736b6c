import { lockUnseen, selectPlatforms } from '../../core/posts/post-writes.ts'
import { retentionScope } from '../../platform/scopes.ts'
import { isAskedByProjects } from './is-asked-by-projects.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { deleteUnneeded } from './erase-posts.ts'
import { selectSeenBefore, type SeenPosition } from './retention-store.ts'

const POSTS_AT_ONCE = 500
const DAY_MS = 24 * 60 * 60 * 1000

type Dropping = Pick<RetentionDependencies, 'db' | 'clock' | 'channels' | 'platformSources' | 'retentionDays'>

/** After how many days unseen posts go, and whether those that people labelled stay all the same. */
interface Rule {
  days: number
  sparesLabelled: boolean
}

/**
 * Deletes posts, with their judgements, that were not seen for the retention time and that no lead, label or open
 * search needs. A platform's terms may shorten that time, and spare no label. Passes over them once a rule, in batches
 * that each commit.
 */
export async function dropOldPosts(deps: Dropping, signal: AbortSignal): Promise<number> {
  let dropped = 0
  for (const platform of await deps.db.transaction(retentionScope(), selectPlatforms)) {
    for (const rule of rulesFor(deps, platform)) dropped += await dropBy(deps, { platform, ...rule }, signal)
  }
  return dropped
}

/**
 * The operator's rule and the terms', where each sets one. A post that nobody can look up is kept only for the hours
 * within which a deleted one must go.
 */
function rulesFor({ channels, platformSources, retentionDays }: Dropping, platform: string): Rule[] {
  const terms = channels.find((channel) => channel.platform === platform)?.rules
  const hours = terms?.deleteWithinHours ?? null
  const unlooked = hours !== null && isAskedByProjects(platformSources, platform) ? hours / 24 : null
  const ends = [terms?.keepDays ?? null, unlooked].filter((days) => days !== null)
  const own = retentionDays === null ? [] : [{ days: retentionDays, sparesLabelled: true }]
  return ends.length === 0 ? own : [...own, { days: Math.min(...ends), sparesLabelled: false }]
}

async function dropBy(
  deps: Dropping,
  { days, ...which }: Rule & { platform: string },
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - days * DAY_MS)
  let dropped = 0
  for (let after: SeenPosition | null | undefined = null; after !== undefined;) {
    signal.throwIfAborted()
    const batch = await dropBatch(deps, { ...which, before, after })
    dropped += batch.dropped
    after = batch.last
  }
  return dropped
}

function dropBatch(
  { db }: Pick<RetentionDependencies, 'db'>,
  place: { platform: string; before: Date; sparesLabelled: boolean; after: SeenPosition | null },
): Promise<{ dropped: number; last: SeenPosition | undefined }> {
  return db.transaction(retentionScope(), async (tx) => {
    const old = await selectSeenBefore(tx, { ...place, limit: POSTS_AT_ONCE })
    const free = await lockUnseen(
      tx,
      old.filter(({ isNeeded }) => !isNeeded).map(({ id }) => id),
      place.before,
    )
    const dropped = free.length === 0 ? 0 : await deleteUnneeded(tx, free, place)
    return { dropped, last: old.length < POSTS_AT_ONCE ? undefined : old.at(-1) }
  })
}
