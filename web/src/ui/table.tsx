import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A table that scrolls sideways inside itself on small screens. Name it by `label`. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <div className="overflow-x-auto rounded-card border bg-surface">
      <table {...rest} aria-label={label} className={classNames('w-full border-collapse text-left', className)} />
    </div>
  )
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={classNames('border-b last:border-b-0 aria-selected:bg-selected', className)} />
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classNames('px-3 py-2 align-middle', className)} />
}

interface TableHeaderProps extends Omit<ComponentProps<'th'>, 'children'> {
  children: ReactNode
  /** Which way the column is sorted now; leave it out where the column cannot be sorted. */
  sorted?: 'asc' | 'desc' | false
  onSort?: () => void
}

/** A column's heading; with `onSort` a button that says which way the column is sorted. */
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
