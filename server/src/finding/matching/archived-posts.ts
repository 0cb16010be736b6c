import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { selectPosts, selectRecentPostIds, type KeptPost } from '../../core/posts/posts.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'

const IDS_MAX = 30_000
const POSTS_MAX = 3_000

export interface ArchivedPosts {
  /** Newest first. */
  posts: KeptPost[]
  /** The share of the posts at hand that these are, drawn evenly over time. */
  share: number
  /** From when on: later than asked for where there are too many. */
  since: Date
}

/** Posts since `since` that were collected for anybody and that the project may see. */
export async function archivedPosts(
  tx: Tx,
  { since, ...project }: ProjectIds & { since: Date },
): Promise<ArchivedPosts> {
  const without = await findTurnedOff(tx, project.organizationId, project.projectId)
  const ids = await selectRecentPostIds(tx, { project, since, limit: IDS_MAX, without })
  const posts = await selectPosts(tx, drawEvenly(ids, POSTS_MAX))
  const oldest = posts.at(-1)
  return {
    posts,
    share: Math.min(1, POSTS_MAX / Math.max(1, ids.length)),
    since: ids.length === IDS_MAX && oldest ? oldest.postedAt : since,
  }
}

/** At most `max` of a list, at even distances. */
export function drawEvenly<T>(list: readonly T[], max: number): T[] {
  if (list.length <= max) return [...list]
  return Array.from({ length: max }, (_, at) => Math.floor(((at + 0.5) * list.length) / max)).flatMap(
    (at) => list[at] ?? [],
  )
}
