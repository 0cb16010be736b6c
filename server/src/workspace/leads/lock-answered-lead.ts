import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { leadNotFound } from './lead-store.ts'

/**
 * Checks that the actor still reaches the lead and that its post still stands, and locks both until the transaction
 * ends: for saving what a machine wrote from the post. Throws `conflict` where the post is gone.
 */
export async function lockAnsweredLead(tx: Tx, actor: Actor, ids: { projectId: string; id: string }): Promise<void> {
  await requireProject(tx, actor, ids.projectId)
  const { rows } = await sql<{ source_deleted_at: Date | null }>`
    select source_deleted_at from lead
    where organization_id = ${actor.organizationId} and project_id = ${ids.projectId} and id = ${ids.id}
    for share`.execute(tx)
  const [lead] = rows
  if (!lead) throw leadNotFound()
  if (lead.source_deleted_at) throw deletedAtSource()
}

export function deletedAtSource(): AppError {
  const detail = 'The post was deleted at its source, so there is nothing to write an answer from.'
  return new AppError('conflict', 'lead_deleted_at_source', detail)
}
