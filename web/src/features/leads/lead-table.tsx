import { useMemo, useRef } from 'react'
import type { CSSProperties, Ref } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { EndOfLoaded } from './lead-feed.tsx'
import type { LeadFeedProps } from './lead-feed.tsx'
import { LeadTableRow, ROW_HEIGHT_PX } from './lead-table-row.tsx'
import type { LeadOrder } from './lead-order.ts'
import { orderAfterPress } from './lead-order.ts'
import type { useListSettings } from './list-settings.ts'
import type { TableColumn } from './table-columns.ts'
import { columnsShown, gridTemplate } from './table-columns.ts'
import { TableHeading } from './table-heading.tsx'
import type { FeedHandle } from './use-virtual-rows.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const HEAD_HEIGHT_PX = 34
const OVERSCAN = 10
const NO_WIDTHS = {}

interface LeadTableProps extends LeadFeedProps {
  ref: Ref<FeedHandle>
  settings: ReturnType<typeof useListSettings>
  order: LeadOrder
  onOrder: (order: LeadOrder) => void
}

/** The leads as a table, one line each: columns can be sorted, made wider or narrower, and hidden. */
export function LeadTable(props: LeadTableProps) {
  const { ref, loaded, isStale, setting, settings, order, onOrder, moreError, onMore } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const { items } = loaded
  // Widths do not belong to the rows: they come to them through the grid, so that dragging draws no row anew.
  const rowColumns = useMemo(
    () => columnsShown(setting.columns, settings.hidden, NO_WIDTHS),
    [setting.columns, settings.hidden],
  )
  const columns = columnsShown(setting.columns, settings.hidden, settings.widths)
  const virtualizer = useVirtualRows({
    ref,
    scroller,
    loaded,
    rowHeightPx: ROW_HEIGHT_PX,
    headHeightPx: HEAD_HEIGHT_PX,
    overscan: OVERSCAN,
    moreError,
    onMore,
  })
  function showWidth(id: string, widthPx: number) {
    const tried = columns.map((column) => (column.id === id ? { ...column, widthPx } : column))
    grid.current?.style.setProperty('--columns', gridTemplate(tried))
  }
  function keepWidth(id: string, widthPx: number) {
    settings.change({ widths: { ...settings.widths, [id]: widthPx } })
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto overscroll-contain [scrollbar-width:thin]">
      <table
        ref={grid}
        aria-label="Leads"
        aria-busy={isStale}
        aria-rowcount={loaded.isTotalCapped ? -1 : loaded.total + 1}
        aria-colcount={columns.length + 2}
        // React's style type knows no custom properties.
        style={{ '--columns': gridTemplate(columns) } as CSSProperties}
        className={classNames('block w-max min-w-full text-left transition-opacity', isStale && 'opacity-60')}
      >
        <TableHead columns={columns} order={order} onOrder={onOrder} onWidth={showWidth} onWidthKept={keepWidth} />
        <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => {
            const lead = items[row.index]
            return lead ? (
              <LeadTableRow
                key={row.key}
                lead={lead}
                index={row.index}
                topPx={row.start}
                columns={rowColumns}
                setting={setting}
              />
            ) : (
              <tr key={row.key} className="absolute inset-x-0 block" style={{ top: row.start }}>
                <td className="sticky left-0 block w-80">
                  <EndOfLoaded error={moreError} onRetry={onMore} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface TableHeadProps {
  columns: readonly TableColumn[]
  order: LeadOrder
  onOrder: (order: LeadOrder) => void
  onWidth: (id: string, widthPx: number) => void
  onWidthKept: (id: string, widthPx: number) => void
}

function TableHead({ columns, order, onOrder, onWidth, onWidthKept }: TableHeadProps) {
  return (
    <thead className="sticky top-0 z-20 block">
      <tr
        aria-rowindex={1}
        className="grid grid-cols-(--columns) border-b bg-bg text-s font-medium text-ink-3"
        style={{ height: HEAD_HEIGHT_PX }}
      >
        <td>
          <span className="sr-only">Selected</span>
        </td>
        {columns.map((column) => {
          const { sort } = column
          return (
            <TableHeading
              key={column.id}
              column={column}
              sorted={sort !== null && sort === order.by ? order.direction : false}
              {...(sort === null ? {} : { onSort: () => onOrder(orderAfterPress(order, sort)) })}
              onWidth={(widthPx) => onWidth(column.id, widthPx)}
              onWidthKept={(widthPx) => onWidthKept(column.id, widthPx)}
            />
          )
        })}
        <td>
          <span className="sr-only">Starred</span>
        </td>
      </tr>
    </thead>
  )
}
