import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isVisibleTo } from './post-origin.ts'
import { selectPosts, type KeptPost } from './posts.ts'

/**
 * The posts with these ids, in their order. Those that the project may not see are reported as missing, each by the
 * part of the request that names it; one that was deleted at its source is left out.
 */
export async function requireVisiblePosts(
  tx: Tx,
  project: ProjectIds,
  asked: readonly { id: string; path: string }[],
): Promise<KeptPost[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${ids}::uuid[]) and ${isVisibleTo(project)}`.execute(tx)
  const visible = new Set(rows.map(({ id }) => id))
  const missing = asked.filter(({ id }) => !visible.has(id))
  if (missing.length > 0) throw postsNotFound(missing)
  return selectPosts(tx, ids)
}

function postsNotFound(missing: readonly { path: string }[]): AppError {
  const detail = 'A post that you answered about does not exist. Look at the preview again, and answer anew.'
  const errors = missing.map(({ path }) => ({ path, message: 'There is no such post.' }))
  return new AppError('not_found', 'post_not_found', detail, { errors })
}
