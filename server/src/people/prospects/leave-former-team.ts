import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { deleteChangesOf } from './prospect-undo-store.ts'

/** Takes the people of its former organization out of a project that has moved: what they could undo, and who wrote which message. */
export async function leaveFormerTeam(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deleteChangesOf(tx, organizationId, projectId)
  await sql`
    update person_draft set updated_by = null from person
    where person_draft.organization_id = ${organizationId} and person.organization_id = ${organizationId}
      and person.project_id = ${projectId} and person.id = person_draft.person_id`.execute(tx)
}
