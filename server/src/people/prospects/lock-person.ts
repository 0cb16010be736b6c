import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { personNotFound } from './prospect-not-found.ts'

/** Keeps the person from being deleted until the transaction ends. One the actor may not see is reported as missing. */
export async function lockPerson(
  tx: Tx,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  await requireProject(tx, actor, projectId)
  const { rows } = await sql`
    select from person
    where organization_id = ${actor.organizationId} and project_id = ${projectId} and id = ${id} for key share`.execute(
    tx,
  )
  if (rows.length === 0) throw personNotFound()
}
