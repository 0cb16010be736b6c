import { GripVertical } from 'lucide-react'
import { useId } from 'react'
import type { Sortable } from './use-sortable.ts'

/** The handle that moves a row of a sortable list. */
export function SortHandle({ sortable, id, name }: { sortable: Sortable; id: string; name: string }) {
  const how = useId()
  const isLifted = sortable.liftedId === id
  return (
    <button
      type="button"
      {...sortable.handle(id)}
      aria-label={`Move ${name}`}
      aria-describedby={how}
      aria-pressed={isLifted}
      className={`grid h-8 w-6 shrink-0 touch-none place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink ${isLifted ? 'cursor-grabbing' : 'cursor-grab'}`}
    >
      <GripVertical aria-hidden="true" className="size-4" />
      <span id={how} hidden>
        Space lifts it, arrow keys move it, space drops it.
      </span>
    </button>
  )
}
