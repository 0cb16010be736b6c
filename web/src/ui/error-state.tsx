import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface ErrorStateProps {
  /** What did not work: "The leads could not be loaded". */
  title: string
  /** Why, and what was kept, in a sentence. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Another way on, where trying again would lead nowhere. */
  action?: ReactNode
  className?: string
}

/** What happened, and a way to try again. */
export function ErrorState({ title, children, onRetry, retrying = false, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('grid justify-items-center gap-1.5 px-6 py-12 text-center', className)}>
      <span className="mb-2 grid size-10 place-items-center rounded-card bg-bad-soft text-bad">
        <TriangleAlert className="size-5" aria-hidden="true" />
      </span>
      <h2 className="text-l font-semibold">{title}</h2>
      {children && <div className="max-w-[46ch] text-ink-2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry} busy={retrying}>
          {!retrying && <RotateCw aria-hidden="true" />}
          Try again
        </Button>
      )}
    </div>
  )
}
