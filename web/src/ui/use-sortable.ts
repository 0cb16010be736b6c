import { useState } from 'react'
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useEscape } from './use-escape.ts'

interface Lift {
  id: string
  from: number
  to: number
  tops: readonly number[]
  heights: readonly number[]
  /** Where the pointer grabbed the row, and how far it has moved; null for a row moved by arrow keys. */
  drag: { grip: number; by: number } | null
}

interface SortableOptions {
  list: RefObject<HTMLUListElement | null>
  /** In row order. The rows are the list's children, without gaps. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** Called after a row is dropped at another index. */
  onMove: (id: string, place: number) => void
}

export interface Sortable {
  liftedId: string | null
  /** The announcement for screen readers; render it in a live region. */
  announcement: string
  rowStyle: (id: string) => CSSProperties
  /** Props for the handle button of a row. */
  handle: (id: string) => HandleProps
}

type HandleProps = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
> & { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; onBlur: () => void }

/** How long a row takes to its new place. The curve starts fast, so nobody waits for it. */
const LAYOUT_SECONDS = 0.45
const LAYOUT_MOTION = `transform ${LAYOUT_SECONDS}s cubic-bezier(0.4, 0, 0.1, 1)`

const STEPS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }),
)

/**
 * A list whose rows are moved by a handle: dragged, or lifted with space, moved with the arrow keys and dropped with
 * space.
 */
export function useSortable({ list, ids, nameOf, onMove }: SortableOptions): Sortable {
  const [lifted, setLift] = useState<Lift | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // If the list has changed meanwhile, the measurements are void.
  const lift = lifted && ids[lifted.from] === lifted.id && ids.length === lifted.tops.length ? lifted : null
  const placeOf = (place: number) => `place ${place + 1} of ${ids.length}`

  function take(id: string, clientY: number | null) {
    const top = topOf(list.current)
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const from = ids.indexOf(id)
    const measured = { tops: rows.map((row) => row.top - top), heights: rows.map((row) => row.height) }
    setLift({ id, from, to: from, ...measured, drag: clientY === null ? null : { grip: clientY - top, by: 0 } })
    setAnnouncement(
      `${nameOf(id)} is lifted, at ${placeOf(from)}. Arrow keys move it, space drops it, Escape takes it back.`,
    )
  }
  function moveTo(current: Lift, place: number, drag: Lift['drag'] = null) {
    const to = Math.max(0, Math.min(ids.length - 1, place))
    setLift({ ...current, to, drag })
    if (to !== current.to) setAnnouncement(`${nameOf(current.id)} is at ${placeOf(to)}.`)
  }
  function drop(current: Lift) {
    setLift(null)
    setAnnouncement(`${nameOf(current.id)} is dropped at ${placeOf(current.to)}.`)
    if (current.to !== current.from) onMove(current.id, current.to)
  }
  function cancel() {
    if (!lift) return
    setLift(null)
    setAnnouncement(`${nameOf(lift.id)} is back at ${placeOf(lift.from)}.`)
  }
  useEscape(lift !== null, cancel)

  return {
    liftedId: lift?.id ?? null,
    announcement,
    rowStyle: (id) => (lift ? styleOf(lift, ids.indexOf(id)) : {}),
    handle: (id) => ({
      onPointerDown(event) {
        if (event.button !== 0 || lift) return
        event.currentTarget.setPointerCapture(event.pointerId)
        take(id, event.clientY)
      },
      onPointerMove(event) {
        if (!lift?.drag) return
        event.currentTarget.scrollIntoView({ block: 'nearest' })
        const { to, drag } = draggedTo(lift, lift.drag, event.clientY - topOf(list.current))
        moveTo(lift, to, drag)
      },
      // The last moves may not have been rendered yet.
      onPointerUp: ({ clientY }) => lift?.drag && drop(draggedTo(lift, lift.drag, clientY - topOf(list.current))),
      onPointerCancel: cancel,
      // Only if this handle's row is the lifted one: the pointer takes the focus from the previous handle.
      onBlur: () => lift?.id === id && cancel(),
      onKeyDown(event) {
        const step = STEPS.get(event.key)
        if (event.key === ' ' || event.key === 'Enter') {
          if (lift) drop(lift)
          else take(id, null)
        } else if (lift && step !== undefined) {
          moveTo(lift, lift.to + step)
          event.currentTarget.scrollIntoView({ block: 'nearest' })
        } else return
        event.preventDefault()
      },
    }),
  }
}

function topOf(list: HTMLElement | null): number {
  return list?.getBoundingClientRect().top ?? 0
}

/** The lift with the row at this pointer height. */
function draggedTo(lift: Lift, drag: NonNullable<Lift['drag']>, y: number): Lift {
  const by = y - drag.grip
  return { ...lift, to: placeUnder(lift, by), drag: { ...drag, by } }
}

/** How many of the other rows have their middle above that of the dragged one. */
function placeUnder({ from, tops, heights }: Lift, by: number): number {
  const middleOf = (index: number) => (tops[index] ?? 0) + (heights[index] ?? 0) / 2
  const middle = middleOf(from) + by
  return tops.filter((_, index) => index !== from && middleOf(index) < middle).length
}

/** The lifted row moves along; those between its old and new place make room. */
function styleOf({ from, to, heights, drag }: Lift, index: number): CSSProperties {
  const own = heights[from] ?? 0
  if (index === from) {
    const passed = heights.slice(Math.min(from + 1, to), Math.max(from, to + 1))
    const by = drag ? drag.by : Math.sign(to - from) * passed.reduce((sum, height) => sum + height, 0)
    return { transform: `translateY(${by}px)`, position: 'relative', zIndex: 1 }
  }
  const isPassed = from < to ? index > from && index <= to : index >= to && index < from
  const by = isPassed ? Math.sign(from - to) * own : 0
  return { transform: `translateY(${by}px)`, transition: LAYOUT_MOTION }
}
