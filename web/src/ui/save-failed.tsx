import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'

interface SaveFailedProps {
  /** Why, in a sentence. */
  reason?: string
  onRetry?: () => void
}

/** Marks a failed save, as opposed to changes nobody has tried to save: why it failed, and a way to try again. */
export function SaveFailed({ reason, onRetry }: SaveFailedProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="inline-flex items-start gap-1.5 text-bad">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>Not saved</span>
      </span>
      {reason && <span className="wrap-anywhere text-ink-2">{reason}</span>}
      {onRetry && (
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      )}
    </span>
  )
}
