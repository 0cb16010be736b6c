import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes every invite whose last sender was this member. */
export async function withdrawInvitesBy(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('invite')
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', accountId)
    .execute()
}

/** Deletes all organizations' invites to an address; `tx` is open in the departure scope of its owner. */
export async function withdrawInvitesTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('invite').where('email', '=', email.toLowerCase()).execute()
}

/** Deletes the invites of guests to one project alone, and takes it out of those to more. */
export async function withdrawInvitesInto(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    delete from invite where organization_id = ${organizationId} and role = 'GUEST'
      and project_ids = array[${projectId}::uuid]`.execute(tx)
  await sql`
    update invite set project_ids = array_remove(project_ids, ${projectId}::uuid)
    where organization_id = ${organizationId} and ${projectId}::uuid = any(project_ids)`.execute(tx)
}
