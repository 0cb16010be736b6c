import type { LeadRow } from '@leadlight/contract/leads'
import { StatusChip } from '../../lib/rows/status-chip.tsx'
import type { Inbox } from './use-lead-inbox.ts'

/** The open lead's status, and the menu to change it. */
export function LeadStatus({ inbox, lead }: { inbox: Inbox; lead: LeadRow }) {
  return (
    <StatusChip
      statuses={inbox.statuses}
      statusId={lead.status_config_id}
      onChoose={(chosen) => inbox.setStatus(chosen, { rows: [lead] })}
    />
  )
}
