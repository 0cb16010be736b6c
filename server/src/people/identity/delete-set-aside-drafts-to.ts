import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes the drafts set aside by merges into these people: one of their accounts is erased. */
export async function deleteSetAsideDraftsTo(
  tx: Tx,
  organizationId: string,
  personIds: readonly string[],
): Promise<void> {
  await sql`
    update identity_merge set former_draft = null
    where organization_id = ${organizationId} and former_draft is not null and person_id = any(${personIds}::uuid[])`.execute(
    tx,
  )
}
