import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** The next thing to do. */
  action?: ReactNode
  className?: string
}

/** An empty list: what it is for, and the next thing to do. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={classNames('grid justify-items-center gap-1.5 px-6 py-12 text-center', className)}>
      {icon && (
        <span className="mb-2 grid size-10 place-items-center rounded-card border bg-surface text-ink-3 [&_svg]:size-5">
          {icon}
        </span>
      )}
      <h2 className="text-l font-semibold">{title}</h2>
      {children && <div className="max-w-[46ch] text-ink-2">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
