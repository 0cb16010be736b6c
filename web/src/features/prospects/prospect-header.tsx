import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusMenu } from '../../lib/rows/status-menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectHeaderProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  row: Row
  /** Who or what it is, in a line. */
  line: ReactNode
  /** Beside the status. */
  children?: ReactNode
}

/** Who a page is about, and where they stand with the team. */
export function ProspectHeader<Row extends ProspectRow>({ prospects, row, line, children }: ProspectHeaderProps<Row>) {
  const { kind } = prospects
  return (
    <header className="grid gap-3">
      <div className="flex items-start gap-3">
        <Avatar
          name={row.name}
          shape={kind.name === 'companies' ? 'square' : 'round'}
          className="size-11! text-[15px]!"
        />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="text-[1.375rem] leading-tight font-semibold tracking-[-0.018em] break-words">
            {row.name}
          </h1>
          <p className="mt-0.5 text-ink-2">{line}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <StatusOf prospects={prospects} row={row} />
        {children}
      </div>
    </header>
  )
}

/** Their status, and the menu to change it. */
function StatusOf<Row extends ProspectRow>({ prospects, row }: Pick<ProspectHeaderProps<Row>, 'prospects' | 'row'>) {
  const { statuses } = prospects
  const status = statuses.find((one) => one.id === row.status_config_id) ?? null
  if (statuses.length === 0) return null
  return (
    <StatusMenu
      statuses={statuses}
      chosen={status}
      align="start"
      onChoose={(chosen) => prospects.setStatus(chosen, { rows: [row] })}
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
