import type { ListStore } from './list-store.ts'
import { isSelecting, tabStopOf, useListState } from './list-store.ts'

const OPEN = 1
const TAB_STOP = 2
const SELECTED = 4
const SELECTING = 8
const PRESS_SELECTS = 16

/** The list state of one row. Stored as a single number, so a row renders again only when its own state changes. */
export function useRowState(store: Pick<ListStore, 'get' | 'subscribe'>, id: string) {
  const flags = useListState(store, (state) => {
    const { selection } = state
    return (
      (state.openId === id ? OPEN : 0) +
      (tabStopOf(state) === id ? TAB_STOP : 0) +
      (selection.isAll || selection.ids.has(id) ? SELECTED : 0) +
      (isSelecting(state) ? SELECTING : 0) +
      (state.isSelectMode ? PRESS_SELECTS : 0)
    )
  })
  return {
    /** Open beside the list. */
    isOpen: (flags & OPEN) > 0,
    /** The only row in the tab order. */
    isTabStop: (flags & TAB_STOP) > 0,
    isSelected: (flags & SELECTED) > 0,
    /** A selection is in progress: every checkbox shows. */
    isSelecting: (flags & SELECTING) > 0,
    /** A press on the row selects it instead of opening it. */
    pressSelects: (flags & PRESS_SELECTS) > 0,
  }
}

export type RowState = ReturnType<typeof useRowState>
