import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import type { PointerEvent } from 'react'
import type { TableColumn } from './table-columns.ts'
import { WIDTH_PX_MAX, WIDTH_PX_MIN, widthWithin } from './table-columns.ts'

const STEP_PX = 4

const HANDLE =
  'absolute inset-y-0 -right-1.5 z-10 w-3 cursor-col-resize touch-none after:absolute after:inset-y-2 after:left-1/2 after:w-px ' +
  'after:bg-line-strong hover:after:bg-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-accent'

interface TableHeadingProps {
  column: TableColumn
  sorted: 'asc' | 'desc' | false
  onSort?: () => void
  /** Shows a width during dragging. */
  onWidth: (widthPx: number) => void
  onWidthKept: (widthPx: number) => void
}

/** A column's heading: a press sorts; the handle at its end sets the width by dragging or arrow keys. */
export function TableHeading({ column, sorted, onSort, onWidth, onWidthKept }: TableHeadingProps) {
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={onSort ? order : undefined} className="relative flex items-center px-2 font-medium">
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="reach relative inline-flex min-w-0 items-center gap-1 rounded-control hover:text-ink"
        >
          <span className="truncate">{column.label}</span>
          {sorted && <Arrow aria-hidden="true" className="size-3.5 shrink-0" />}
        </button>
      ) : (
        <span className="truncate">{column.label}</span>
      )}
      <WidthHandle column={column} onWidth={onWidth} onWidthKept={onWidthKept} />
    </th>
  )
}

function WidthHandle({ column, onWidth, onWidthKept }: Pick<TableHeadingProps, 'column' | 'onWidth' | 'onWidthKept'>) {
  const drag = useRef<{ fromX: number; widthPx: number } | null>(null)
  function widthAt(event: PointerEvent): number {
    return widthWithin(column.widthPx + event.clientX - (drag.current?.fromX ?? event.clientX))
  }
  return (
    // Dragging is for the pointer only: the slider inside serves keyboards and screen readers.
    <span
      role="presentation"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { fromX: event.clientX, widthPx: column.widthPx }
      }}
      onPointerMove={(event) => {
        if (drag.current) onWidth(widthAt(event))
      }}
      onPointerUp={(event) => {
        if (drag.current) onWidthKept(widthAt(event))
        drag.current = null
      }}
      onPointerCancel={() => {
        if (drag.current) onWidth(column.widthPx)
        drag.current = null
      }}
      className={HANDLE}
    >
      <input
        type="range"
        aria-label={`Width of ${column.label}`}
        aria-valuetext={`${column.widthPx} pixels`}
        min={WIDTH_PX_MIN}
        max={WIDTH_PX_MAX}
        step={STEP_PX}
        value={column.widthPx}
        onChange={(event) => onWidthKept(widthWithin(event.target.valueAsNumber))}
        className="pointer-events-none size-full opacity-0"
      />
    </span>
  )
}
