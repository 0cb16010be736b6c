import { CircleAlert } from 'lucide-react'

/** Marks what was to be saved and could not be, apart from what nobody has tried to save yet. */
export function SaveFailed() {
  return (
    <span className="inline-flex items-center gap-1.5 text-bad">
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      Could not be saved
    </span>
  )
}
