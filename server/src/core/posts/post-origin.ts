import { sql, type RawBuilder } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

/**
 * Through what a post was read: `everybody` where the installation reads it for all projects, else the projects whose
 * own source or key it was, which alone may see it.
 */
export type PostOrigin = 'everybody' | readonly ProjectIds[]

/** Notes for whom posts were read; those that everybody sees need no such note. */
export async function saveViewers(tx: Tx, postIds: readonly string[], viewers: readonly ProjectIds[]): Promise<void> {
  if (postIds.length === 0 || viewers.length === 0) return
  await sql`
    insert into post_project (post_id, organization_id, project_id)
    select post.id, viewer.organization_id, viewer.project_id
    from post cross join unnest(${viewers.map(({ organizationId }) => organizationId)}::uuid[],
      ${viewers.map(({ projectId }) => projectId)}::uuid[]) as viewer (organization_id, project_id)
    where post.id = any(${postIds}::uuid[]) and not post.is_public
    order by post.id, viewer.project_id
    on conflict do nothing`.execute(tx)
}

/** Whether a project may see a row of `post`: the one rule for everything that shows posts besides its own leads. */
export function isVisibleTo({ organizationId, projectId }: ProjectIds): RawBuilder<boolean> {
  return sql<boolean>`(post.is_public or exists (
    select from post_project where post_project.post_id = post.id
      and post_project.organization_id = ${organizationId} and post_project.project_id = ${projectId}))`
}
