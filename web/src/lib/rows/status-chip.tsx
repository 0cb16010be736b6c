import type { Status } from '@leadlight/contract/statuses'
import { ChevronDown } from 'lucide-react'
import { ChipButton } from '../../ui/chip.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { StatusMenu } from './status-menu.tsx'

interface StatusChipProps {
  statuses: readonly Status[]
  statusId: string | null
  onChoose: (status: Status | null) => void
}

/** The status of the open row, and the menu to change it. */
export function StatusChip({ statuses, statusId, onChoose }: StatusChipProps) {
  const status = statuses.find((one) => one.id === statusId) ?? null
  return (
    <StatusMenu
      statuses={statuses}
      chosen={status}
      align="start"
      onChoose={onChoose}
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
