import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { formatNumber } from '../format.ts'
import type { ListStore } from './list-store.ts'
import { useListState } from './list-store.ts'
import type { Row } from './loaded-rows.ts'
import type { Position } from './use-position.ts'

interface RowStepsProps<Item extends Row> {
  list: { store: ListStore<Item>; position: Position<Item> }
  /** The singular noun: "lead". */
  noun: string
  /** Whether something is open that can have a position. */
  isKnown: boolean
}

/** The open row's position in the list, and buttons to its neighbours. */
export function RowSteps<Item extends Row>({ list: { store, position }, noun, isKnown }: RowStepsProps<Item>) {
  // From the store, like the position: rows that React knew first would be counted and could not be reached.
  const loaded = useListState(store, (state) => state.loaded)
  if (!loaded) return null
  if (position.index < 0) {
    return isKnown && <span className="mr-1 text-s text-ink-3 @max-[440px]/inbox:sr-only">Not in this list</span>
  }
  const total = `${formatNumber(loaded.total)}${loaded.isTotalCapped ? '+' : ''}`
  return (
    <div className="mr-1 flex items-center gap-0.5 text-s text-ink-3">
      <span className="num mr-1 hidden @min-[440px]/inbox:inline">
        {formatNumber(position.index + 1)} of {total}
      </span>
      <IconButton
        label={`Previous ${noun}`}
        size="s"
        disabled={!position.previous}
        onClick={() => position.goTo(position.previous)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Next ${noun}`}
        size="s"
        disabled={!position.next}
        onClick={() => position.goTo(position.next)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <span aria-hidden="true" className="ml-0.5 hidden gap-1 @min-[1000px]/inbox:flex">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd>
      </span>
    </div>
  )
}
