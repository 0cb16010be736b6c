import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface ErrorStateProps {
  /** What failed: "The leads could not be loaded". */
  title: string
  /** `h1` if it replaces a whole page. */
  heading?: 'h1' | 'h2'
  /** The reason, and what was kept, in a sentence. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** An alternative if retrying would not help. */
  action?: ReactNode
  className?: string
}

/** What failed, and a way to retry. */
export function ErrorState({
  title,
  heading: Heading = 'h2',
  children,
  onRetry,
  retrying = false,
  action,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('grid justify-items-center gap-1.5 px-6 py-12 text-center', className)}>
      <span className="mb-2 grid size-10 place-items-center rounded-card bg-bad-soft text-bad">
        <TriangleAlert className="size-5" aria-hidden="true" />
      </span>
      <Heading className="text-l font-semibold">{title}</Heading>
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
