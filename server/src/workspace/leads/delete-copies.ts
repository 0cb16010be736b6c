import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

/** Notes no longer that these posts repeat leads of the project: they have other words now. */
export async function deleteCopiesIn(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  postIds: readonly string[],
): Promise<void> {
  await sql`
    delete from post_copy
    where organization_id = ${organizationId} and project_id = ${projectId} and post_id = any(${postIds}::uuid[])`.execute(
    tx,
  )
}

/** Deletes erased posts from leads' copies, in every organization. */
export async function deleteCopies(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from post_copy where post_id = any(${postIds}::uuid[])`.execute(tx)
}
