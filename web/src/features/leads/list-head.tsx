import { ArrowDownWideNarrow, Ellipsis, ListChecks, Rows3, Table2 } from 'lucide-react'
import { lazy } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { orderWords } from './lead-order.ts'
import { useListState } from '../../lib/rows/list-store.ts'
import type { Inbox } from './use-lead-inbox.ts'

const OrderMenu = lazy(async () => ({ default: (await import('./order-menu.tsx')).OrderMenu }))
const ListMenu = lazy(async () => ({ default: (await import('./list-menu.tsx')).ListMenu }))

/** The number of leads, their order and display. */
export function ListHead({ inbox }: { inbox: Inbox }) {
  const { filters, list, settings, store } = inbox
  const isSelectMode = useListState(store, (state) => state.isSelectMode)
  const { loaded } = list
  const hasLeads = (loaded?.items.length ?? 0) > 0
  const isTable = settings.mode === 'table'
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-0.5 border-b pr-2 pl-3.5">
      <span className="num min-w-0 flex-1 truncate text-s text-ink-3">
        {loaded &&
          hasLeads &&
          (loaded.isTotalCapped ? `${formatNumber(loaded.total)}+ leads` : formatCount(loaded.total, 'lead'))}
      </span>
      <OnDemand
        trigger={
          <Button variant="quiet" size="s" aria-label={`Order: ${orderWords(filters.filters.order)}`}>
            <ArrowDownWideNarrow aria-hidden="true" />
            {orderWords(filters.filters.order)}
          </Button>
        }
      >
        {(trigger) => (
          <OrderMenu
            projectId={inbox.projectId}
            order={filters.filters.order}
            onChange={(order) => filters.change({ order })}
            trigger={trigger}
          />
        )}
      </OnDemand>
      {hasLeads && (
        <IconButton
          label={isSelectMode ? 'Stop selecting' : 'Select leads'}
          size="s"
          aria-pressed={isSelectMode}
          onClick={() => (isSelectMode ? store.clear() : store.set({ isSelectMode: true }))}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <ListChecks aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={isTable ? 'Show as cards' : 'Show as a table'}
        size="s"
        onClick={() => settings.change({ mode: isTable ? 'cards' : 'table' })}
      >
        {isTable ? <Rows3 aria-hidden="true" /> : <Table2 aria-hidden="true" />}
      </IconButton>
      <OnDemand
        trigger={
          <Button variant="quiet" size="s" aria-label="More about this list" className="w-6.5 px-0">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {(trigger) => <ListMenu inbox={inbox} trigger={trigger} />}
      </OnDemand>
    </div>
  )
}
