import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Sets which accounts wrote leads; null for an unknown author. */
export async function setAuthors(
  tx: Tx,
  organizationId: string,
  leads: readonly { leadId: string; profileId: string | null }[],
): Promise<void> {
  if (leads.length === 0) return
  await sql`
    update lead set profile_id = fresh.profile_id
    from unnest(${leads.map(({ leadId }) => leadId)}::uuid[], ${leads.map(({ profileId }) => profileId)}::uuid[])
      as fresh (id, profile_id)
    where lead.organization_id = ${organizationId} and lead.id = fresh.id
      and lead.profile_id is distinct from fresh.profile_id`.execute(tx)
}
