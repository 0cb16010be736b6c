import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'

/** A table that scrolls sideways on small screens. Name it with `label`. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(frame)
  return (
    // If it scrolls, it must be focusable for the keyboard.
    <div ref={frame} {...(scrolls && { tabIndex: 0 })} className="overflow-x-auto rounded-card border bg-surface">
      <table {...rest} aria-label={label} className={classNames('w-full border-collapse text-left', className)} />
    </div>
  )
}

/** Whether the element is wider than its frame. */
function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth))
    for (const one of [current, ...current.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [element])
  return scrolls
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={classNames('border-b last:border-b-0 aria-selected:bg-selected', className)} />
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classNames('px-3 py-2 align-middle', className)} />
}

interface TableHeaderProps extends Omit<ComponentProps<'th'>, 'children'> {
  children: ReactNode
  /** The column's current sort direction; leave it out if the column cannot be sorted. */
  sorted?: 'asc' | 'desc' | false
  onSort?: () => void
}

/** A column's heading; with `onSort` it is a button that says how the column is sorted. */
export function TableHeader({ children, sorted, onSort, className, ...rest }: TableHeaderProps) {
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={onSort ? order : undefined}
      className={classNames('border-b bg-bg px-3 py-2 text-s font-medium whitespace-nowrap text-ink-3', className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="inline-flex items-center gap-1 rounded-control hover:text-ink"
        >
          {children}
          {sorted && <Arrow aria-hidden="true" className="size-3.5" />}
        </button>
      ) : (
        children
      )}
    </th>
  )
}
