import type { LeadRow } from '@leadlight/contract/leads'
import { ChevronDown } from 'lucide-react'
import { ChipButton } from '../../ui/chip.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { StatusMenu } from '../../lib/rows/status-menu.tsx'
import type { Inbox } from './use-lead-inbox.ts'

/** The open lead's status, and the menu to change it. */
export function LeadStatus({ inbox, lead }: { inbox: Inbox; lead: LeadRow }) {
  const { statuses } = inbox
  const status = statuses.find((one) => one.id === lead.status_config_id) ?? null
  return (
    <StatusMenu
      statuses={statuses}
      chosen={status}
      align="start"
      onChoose={(chosen) => inbox.setStatus(chosen, { rows: [lead] })}
      trigger={
        <ChipButton
          aria-label={`Status: ${status?.name ?? 'none'}`}
          className={status ? 'max-w-48 pl-0.75' : undefined}
        >
          {status ? <StatusPill color={status.color} name={status.name} /> : 'Status'}
          <ChevronDown aria-hidden="true" />
        </ChipButton>
      }
    />
  )
}
