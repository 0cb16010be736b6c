import { lockUnseen, selectPlatforms } from '../../core/posts/post-writes.ts'
import { retentionScope } from '../../platform/scopes.ts'
import { isAskedByProjects } from './is-asked-by-projects.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { deleteUnneeded } from './erase-posts.ts'
import { selectSeenBefore, type SeenPosition } from './retention-store.ts'

const POSTS_AT_ONCE = 500
const DAY_MS = 24 * 60 * 60 * 1000

type Dropping = Pick<RetentionDependencies, 'db' | 'clock' | 'channels' | 'platformSources' | 'retentionDays'>

/**
 * Deletes posts, with their judgements, that were not seen for the retention time and that no lead or open search
 * needs. A platform's terms may shorten that time. Passes over them once, in batches that each commit.
 */
export async function dropOldPosts(deps: Dropping, signal: AbortSignal): Promise<number> {
  let dropped = 0
  for (const platform of await deps.db.transaction(retentionScope(), selectPlatforms)) {
    const days = keptDays(deps, platform)
    if (days === null) continue
    const before = new Date(deps.clock.now().getTime() - days * DAY_MS)
    for (let after: SeenPosition | null | undefined = null; after !== undefined;) {
      signal.throwIfAborted()
      const batch = await dropBatch(deps, { platform, before, after })
      dropped += batch.dropped
      after = batch.last
    }
  }
  return dropped
}

/**
 * The shorter of the operator's time and the platform's; null where neither sets one. A post that nobody can look up is
 * kept only for the hours within which a deleted one must go.
 */
function keptDays({ channels, platformSources, retentionDays }: Dropping, platform: string): number | null {
  const rules = channels.find((channel) => channel.platform === platform)?.rules
  const hours = rules?.deleteWithinHours ?? null
  const unlooked = hours !== null && isAskedByProjects(platformSources, platform) ? hours / 24 : null
  const ends = [retentionDays, rules?.keepDays ?? null, unlooked].filter((days) => days !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

function dropBatch(
  { db }: Pick<RetentionDependencies, 'db'>,
  place: { platform: string; before: Date; after: SeenPosition | null },
): Promise<{ dropped: number; last: SeenPosition | undefined }> {
  return db.transaction(retentionScope(), async (tx) => {
    const old = await selectSeenBefore(tx, { ...place, limit: POSTS_AT_ONCE })
    const free = await lockUnseen(
      tx,
      old.filter(({ isLead }) => !isLead).map(({ id }) => id),
      place.before,
    )
    const dropped = free.length === 0 ? 0 : await deleteUnneeded(tx, free)
    return { dropped, last: old.length < POSTS_AT_ONCE ? undefined : old.at(-1) }
  })
}
