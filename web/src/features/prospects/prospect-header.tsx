import type { ReactNode } from 'react'
import { StatusChip } from '../../lib/rows/status-chip.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectHeaderProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  row: Row
  /** A one-line description. */
  line: ReactNode
  /** Shown beside the status. */
  children?: ReactNode
}

/** The name and status at the top of a page. */
export function ProspectHeader<Row extends ProspectRow>({ prospects, row, line, children }: ProspectHeaderProps<Row>) {
  const { kind, statuses } = prospects
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex items-start gap-3">
        <Avatar
          name={row.name}
          shape={kind.name === 'companies' ? 'square' : 'round'}
          className="size-11! text-[15px]!"
        />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="text-[1.375rem] leading-tight font-semibold tracking-[-0.018em] wrap-anywhere">
            {row.name}
          </h1>
          <p className="mt-0.5 text-ink-2">{line}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {statuses.length > 0 && (
          <StatusChip
            statuses={statuses}
            statusId={row.status_config_id}
            onChoose={(chosen) => prospects.setStatus(chosen, { rows: [row] })}
          />
        )}
        {children}
      </div>
    </header>
  )
}
