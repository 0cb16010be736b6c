import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isVisibleTo } from './post-origin.ts'
import { selectPosts, type KeptPost } from './posts.ts'

/**
 * The posts with these ids, in their order. One that the project may not see is reported as missing; one that was
 * deleted at its source is left out.
 */
export async function requireVisiblePosts(tx: Tx, project: ProjectIds, ids: readonly string[]): Promise<KeptPost[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${ids}::uuid[]) and ${isVisibleTo(project)}`.execute(tx)
  const visible = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !visible.has(id))) throw postNotFound()
  return selectPosts(tx, ids)
}

function postNotFound(): AppError {
  const detail = 'A post that you answered about does not exist. Look at the preview again, and answer anew.'
  return new AppError('not_found', 'post_not_found', detail)
}
