import { memo, useMemo, useRef } from 'react'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useMedia } from '../use-media.ts'
import { useStable } from '../use-stable.ts'
import type { ListSettings } from './list-settings.ts'
import type { LoadedRows, Row } from './loaded-rows.ts'
import type { TableColumn } from './table-columns.ts'
import { gridTemplate } from './table-columns.ts'
import { TableHeading } from './table-heading.tsx'
import type { FeedHandle } from './use-virtual-rows.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const ROW_HEIGHT_PX = 40
/** A thumb needs as much. */
const THUMB_ROW_HEIGHT_PX = 44
/** As where the base styles make targets larger. */
const FOR_THUMBS = '(pointer: coarse), (width < 700px)'
const HEAD_HEIGHT_PX = 34
/** A fling moves by six lines a frame, and a frame may come late. */
const OVERSCAN = 12

/** Where a row is drawn. */
export interface RowLayout {
  index: number
  topPx: number
  heightPx: number
  /** Whether the list is scrolling. */
  isScrolling: () => boolean
}

interface Order {
  by: string
  direction: 'asc' | 'desc'
}

interface RowTableProps<Item extends Row> {
  ref: Ref<FeedHandle>
  /** The rows' plural noun. */
  label: string
  loaded: LoadedRows<Item>
  isStale: boolean
  /** The visible columns with their widths. */
  columns: readonly TableColumn[]
  settings: Pick<ListSettings, 'widths'> & { change: (part: Partial<ListSettings>) => void }
  order: Order
  onSort: (by: string) => void
  /** Draws a row. Must keep its identity while the rows need no redraw. */
  renderRow: (item: Item, layout: RowLayout) => ReactNode
  /** Follows the last row, for example the next page's skeleton. */
  end: ReactNode
  /** Follows the table once all rows are loaded. */
  foot?: ReactNode
  /** The label and width of the cell at the end of each row. */
  endColumn: { label: string; widthPx: number }
  moreError: unknown
  onMore: () => void
}

/** A list of any length as a table with one line per row and sortable, resizable columns. */
export function RowTable<Item extends Row>(props: RowTableProps<Item>) {
  const { ref, label, loaded, isStale, columns, settings, order, onSort, renderRow, end, endColumn } = props
  const { foot, moreError, onMore } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const { items } = loaded
  const rowHeightPx = useMedia(FOR_THUMBS) ? THUMB_ROW_HEIGHT_PX : ROW_HEIGHT_PX
  const virtualizer = useVirtualRows({
    ref,
    scroller,
    loaded,
    rowHeightPx,
    headHeightPx: HEAD_HEIGHT_PX,
    overscan: OVERSCAN,
    moreError,
    onMore,
  })
  const isScrolling = useStable(() => virtualizer.isScrolling)
  const showWidth = useStable((id: string, widthPx: number) => {
    const tried = columns.map((column) => (column.id === id ? { ...column, widthPx } : column))
    grid.current?.style.setProperty('--columns', gridTemplate(tried, endColumn.widthPx))
  })
  const keepWidth = useStable((id: string, widthPx: number) => {
    settings.change({ widths: { ...settings.widths, [id]: widthPx } })
  })
  const template = useMemo(() => gridTemplate(columns, endColumn.widthPx), [columns, endColumn.widthPx])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto overscroll-contain [scrollbar-width:thin]">
      <table
        ref={grid}
        aria-label={label}
        aria-busy={isStale}
        aria-rowcount={loaded.isTotalCapped ? -1 : loaded.total + 1}
        aria-colcount={columns.length + 2}
        // React's style type has no custom properties.
        style={{ '--columns': template } as CSSProperties}
        className={classNames('block w-max min-w-full text-left transition-opacity', isStale && 'opacity-60')}
      >
        <TableHead
          columns={columns}
          order={order}
          onSort={onSort}
          onWidth={showWidth}
          onWidthKept={keepWidth}
          endLabel={endColumn.label}
        />
        <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index]
            return item ? (
              renderRow(item, { index: row.index, topPx: row.start, heightPx: row.size, isScrolling })
            ) : (
              <tr key={row.key} className="absolute inset-x-0 block" style={{ top: row.start }}>
                <td className="sticky left-0 block w-80">{end}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="sticky left-0 w-max pb-(--toast-room)">{loaded.nextCursor === null && foot}</div>
    </div>
  )
}

interface TableHeadProps {
  columns: readonly TableColumn[]
  order: Order
  onSort: (by: string) => void
  onWidth: (id: string, widthPx: number) => void
  onWidthKept: (id: string, widthPx: number) => void
  endLabel: string
}

/** Memoized: it does not change while the rows scroll. */
const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { columns, order, onSort, onWidth, onWidthKept, endLabel } = props
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
              {...(sort === null ? {} : { onSort: () => onSort(sort) })}
              onWidth={(widthPx) => onWidth(column.id, widthPx)}
              onWidthKept={(widthPx) => onWidthKept(column.id, widthPx)}
            />
          )
        })}
        <td>
          <span className="sr-only">{endLabel}</span>
        </td>
      </tr>
    </thead>
  )
})
