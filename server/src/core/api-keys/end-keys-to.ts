import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes the organization's personal keys to one project alone, and takes it out of those to more. */
export async function endKeysTo(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    delete from api_key where organization_id = ${organizationId} and project_ids = array[${projectId}::uuid]`.execute(
    tx,
  )
  await sql`
    update api_key set project_ids = array_remove(project_ids, ${projectId}::uuid)
    where organization_id = ${organizationId} and ${projectId}::uuid = any(project_ids)`.execute(tx)
}
