import type { Status } from '@leadlight/contract/statuses'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { lazy } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { OnDemand } from '../../ui/on-demand.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'

const StatusMenu = lazy(async () => ({ default: (await import('./status-menu.tsx')).StatusMenu }))

interface WithStatus {
  status_config_id: string | null
}

interface StatusButtonProps<Item extends WithStatus> {
  item: Item
  statuses: readonly Status[]
  tabIndex?: number
  onStatus: (item: Item, status: Status | null) => void
}

/** The current status; a press opens the menu that changes it. */
export function StatusButton<Item extends WithStatus>(props: StatusButtonProps<Item>) {
  const { item, statuses, tabIndex = 0, onStatus } = props
  const status = statuses.find((one) => one.id === item.status_config_id) ?? null
  if (statuses.length === 0) return null
  return (
    <OnDemand trigger={<StatusTrigger status={status} tabIndex={tabIndex} />}>
      {(trigger) => (
        <StatusMenu
          defaultOpen
          statuses={statuses}
          chosen={status}
          onChoose={(next) => onStatus(item, next)}
          trigger={trigger}
        />
      )}
    </OnDemand>
  )
}

function StatusTrigger({ status, ...rest }: { status: Status | null } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={`Status: ${status?.name ?? 'none'}`}
      {...rest}
      className={classNames(
        // The chip stays 20 px high, on phones too.
        'reach relative z-10 inline-flex max-w-40 min-w-0 shrink-0 items-center rounded-full',
        !status &&
          'h-5 gap-1 border border-dashed border-line-strong bg-surface px-1.75 text-xs text-ink-3 hover:border-control hover:text-ink-2',
      )}
    >
      {status ? (
        <StatusPill color={status.color} name={status.name} />
      ) : (
        <>
          Status <ChevronDown aria-hidden="true" className="size-3" />
        </>
      )}
    </button>
  )
}
