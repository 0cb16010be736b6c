import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Deletes the drafts set aside by a merge that were written from these leads, whose posts were deleted at their source.
 */
export async function deleteSetAsideDraftsFrom(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length === 0) return
  await sql`
    update identity_merge set former_draft = null
    where organization_id = ${organizationId} and former_draft is not null
      and (former_draft ->> 'lead_id')::uuid = any(${leadIds}::uuid[])`.execute(tx)
}
