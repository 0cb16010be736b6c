import { announce } from '../../core/events/announce.ts'
import type { Tx } from '../../platform/db.ts'
import { leadNotFound, setFlag } from './lead-store.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { insertHistory } from './history-store.ts'
import { requireLeadStatus } from './require-lead-status.ts'
import { setStatus } from './status-of-lead.ts'

export interface OutsideTriage {
  organizationId: string
  projectId: string
  leadId: string
  /** Who did it and where, as the history shows it: they have no account here. */
  by: string
}

export type OutsideChange = { field: 'read' } | { field: 'status'; value: string | null }

/**
 * Marks a lead as read, or sets its status, for somebody outside whom the team lets triage its leads. Runs in the
 * caller's transaction, which has checked that they may. Repeating it changes nothing. Open pages are updated.
 */
export async function triageOutside(
  tx: Tx,
  { clock, newId }: Pick<LeadDependencies, 'clock' | 'newId'>,
  { organizationId, projectId, leadId, by }: OutsideTriage,
  change: OutsideChange,
): Promise<void> {
  const now = clock.now()
  if (change.field === 'read') {
    const former = await setFlag(tx, organizationId, { projectId, id: leadId, field: 'read', value: true })
    if (former === undefined) throw leadNotFound()
    if (former) return
  } else {
    await requireLeadStatus(tx, organizationId, projectId, change.value)
    const names = await setStatus(tx, organizationId, { projectId, leadId, statusId: change.value })
    if (!names) throw leadNotFound()
    if (!names.hasChanged) return
    const summary = `Status: ${names.former ?? 'none'} → ${names.current ?? 'none'} (${by})`
    await insertHistory(tx, organizationId, [
      { id: newId(), leadId, accountId: null, kind: 'status', summary, at: now },
    ])
  }
  const payload = { type: 'changed' as const, what: 'leads' as const, lead_ids: [leadId], origin: null }
  await announce(tx, organizationId, { projectId, payload, now })
}
