import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes the messages about leads whose posts were deleted at their source, and sends no more of them. */
export async function eraseMessages(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    with erased as (
      update webhook_message set body = null, is_erased = true
      where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[]) returning id
    ), deliveries as (
      update webhook_delivery set state = case when state = 'waiting' then 'failed' else state end, next_try_at = null
      where organization_id = ${organizationId} and message_id in (select id from erased) returning id
    )
    update webhook_try set answer = null
    where organization_id = ${organizationId} and delivery_id in (select id from deliveries)`.execute(tx)
}
