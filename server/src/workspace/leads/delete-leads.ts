import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteLeadsAfter } from './record-store.ts'

const LEADS_PER_TRANSACTION = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes the project's leads for good, in short transactions so that nobody waits long. Not to be called in a
 * transaction; safe to call again after an interruption.
 */
export async function deleteLeads(db: Db, organizationId: string, projectId: string): Promise<void> {
  let afterPostId: string | undefined = FIRST
  while (afterPostId !== undefined) {
    const request: Parameters<typeof deleteLeadsAfter>[2] = { projectId, afterPostId, limit: LEADS_PER_TRANSACTION }
    afterPostId = await db.transaction(organizationScope(organizationId), (tx) =>
      deleteLeadsAfter(tx, organizationId, request),
    )
  }
}
