import type { Plan } from '@leadlight/engine/plan/plan'
import type { ProjectIds } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { selectDaysWithPosts, selectPosts, selectRecentPostIds, type KeptPost } from '../../core/posts/posts.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { nearestHeld } from './nearest-held.ts'

/** Far more than the leads of the longest span. */
const NEAREST_MAX = 1_000
const IDS_MAX = 30_000
const SAMPLE_MAX = 3_000

export interface ArchivedPosts {
  /** Those that may come near the signal. */
  posts: KeptPost[]
  /** The share of all posts at hand that these stand for. */
  share: number
  /** From when on: later than asked for where there are too many. */
  since: Date
  /** When posts were written, near or not: at least one instant of each day that has any. */
  writtenAt: readonly Date[]
}

interface ArchivedOrder extends ProjectIds {
  plan: Plan
  since: Date
  until: Date
  signal: AbortSignal
}

/**
 * Posts held since `since` that the project may see: the nearest of all, or, in a process without an archive, a sample
 * drawn evenly over time.
 */
export async function archivedPosts(
  deps: Pick<MatchingDependencies, 'archive' | 'db' | 'embedder' | 'suppression'>,
  order: ArchivedOrder,
): Promise<ArchivedPosts> {
  const { plan, since, until, signal, ...project } = order
  const nearest = await nearestHeld(deps, plan, { ...project, since, limit: NEAREST_MAX, signal })
  return deps.db.transaction(organizationScope(project.organizationId), async (tx) => {
    const welcome = (posts: readonly KeptPost[]) => withoutSuppressed(tx, deps.suppression, { ...project, posts })
    const without = await findTurnedOff(tx, project.organizationId, project.projectId)
    if (nearest.length > 0) {
      const writtenAt = await selectDaysWithPosts(tx, { project, since, until, without })
      return { posts: await welcome(await selectPosts(tx, nearest)), share: 1, since, writtenAt }
    }
    const ids = await selectRecentPostIds(tx, { project, since, limit: IDS_MAX, without })
    const posts = await welcome(await selectPosts(tx, drawEvenly(ids, SAMPLE_MAX)))
    const oldest = posts.at(-1)
    return {
      posts,
      share: Math.min(1, SAMPLE_MAX / Math.max(1, ids.length)),
      since: ids.length === IDS_MAX && oldest ? oldest.postedAt : since,
      writtenAt: posts.map(({ postedAt }) => postedAt),
    }
  })
}

/** At most `max` of a list, at even distances. */
export function drawEvenly<T>(list: readonly T[], max: number): T[] {
  if (list.length <= max) return [...list]
  return Array.from({ length: max }, (_, at) => Math.floor(((at + 0.5) * list.length) / max)).flatMap(
    (at) => list[at] ?? [],
  )
}
