import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { leadNotFound } from './lead-store.ts'

/**
 * Checks that the actor still reaches the lead, and locks it until the transaction ends: for saving work that was done
 * outside a transaction.
 */
export async function lockForUpdate(tx: Tx, actor: Actor, ids: { projectId: string; id: string }): Promise<void> {
  await requireProject(tx, actor, ids.projectId)
  const { rows } = await sql`
    select from lead
    where organization_id = ${actor.organizationId} and project_id = ${ids.projectId} and id = ${ids.id}
    for key share`.execute(tx)
  if (rows.length === 0) throw leadNotFound()
}
