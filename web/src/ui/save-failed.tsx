import { CircleAlert } from 'lucide-react'

/** Marks a failed save, as opposed to changes nobody has tried to save. */
export function SaveFailed() {
  return (
    <span className="inline-flex items-center gap-1.5 text-bad">
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      Could not be saved
    </span>
  )
}
