import { ArrowDownWideNarrow, Ellipsis, ListChecks } from 'lucide-react'
import { lazy } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useListState } from '../../lib/rows/list-store.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import { ProspectMenu } from './prospect-menu.tsx'
import type { Prospects } from './use-prospects.ts'

const OrderMenu = lazy(async () => ({ default: (await import('../../lib/rows/order-menu.tsx')).OrderMenu }))

/** The number of rows, their order, and the list's menu. */
export function ProspectHead<Row extends ProspectRow>({ prospects }: { prospects: Prospects<Row> }) {
  const { kind, filters, list, store } = prospects
  const { one, several } = kind.noun
  const isSelectMode = useListState(store, (state) => state.isSelectMode)
  const { loaded } = list
  const count = loaded?.items.length ? loaded.total : 0
  const { order } = filters.filters
  const orderName =
    kind.orders.find(({ by, direction }) => by === order.by && direction === order.direction)?.label ??
    kind.orders.find(({ by }) => by === order.by)?.label ??
    'Order'
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-0.5 border-b pr-2 pl-3.5">
      <span className="num min-w-0 flex-1 truncate text-s text-ink-3">
        {count > 0 && (loaded?.isTotalCapped ? `${formatNumber(count)}+ ${several}` : formatCount(count, one, several))}
      </span>
      <OnDemand
        trigger={
          <Button variant="quiet" size="s" aria-label={`Order: ${orderName}`}>
            <ArrowDownWideNarrow aria-hidden="true" />
            {orderName}
          </Button>
        }
      >
        {(trigger) => (
          <OrderMenu
            groups={[{ name: '', orders: kind.orders }]}
            order={order}
            onChange={({ by, direction }) => filters.change({ order: { by, direction } })}
            trigger={trigger}
          />
        )}
      </OnDemand>
      {count > 0 && (
        <IconButton
          label={isSelectMode ? 'Stop selecting' : `Select ${several}`}
          size="s"
          aria-pressed={isSelectMode}
          onClick={() => (isSelectMode ? store.clear() : store.set({ isSelectMode: true }))}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <ListChecks aria-hidden="true" />
        </IconButton>
      )}
      <OnDemand
        trigger={
          <Button variant="quiet" size="s" aria-label="More about this list" className="w-6.5 px-0">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {(trigger) => <ProspectMenu prospects={prospects} trigger={trigger} />}
      </OnDemand>
    </div>
  )
}
