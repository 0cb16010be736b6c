import { sql } from 'kysely'
import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'

/** Whether any lead matches the signal, deleted ones included. */
export async function hasLeads(tx: Tx, { organizationId, signalId }: OfSignal): Promise<boolean> {
  const { rows } = await sql`
    select from lead_match where organization_id = ${organizationId} and intent_signal_id = ${signalId} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
