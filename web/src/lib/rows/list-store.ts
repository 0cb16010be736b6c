import { useSyncExternalStore } from 'react'
import type { LoadedRows, Row } from './loaded-rows.ts'
import { idsBetween, indexOfRow } from './loaded-rows.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** All rows matching the filters are selected, loaded or not. */
  isAll: boolean
  /** The start of a range. */
  anchorId: string | null
}

export interface ListState<Item extends Row = Row> {
  loaded: LoadedRows<Item> | undefined
  /** The current row: the open one, or else the last focused. */
  currentId: string | null
  /** The current row's index among the loaded rows; -1 if it is not loaded. */
  index: number
  /** The row open beside the list. */
  openId: string | null
  selection: Selection
  /** A press on a row selects it instead of opening it. */
  isSelectMode: boolean
}

export interface ListStore<Item extends Row = Row> {
  get: () => ListState<Item>
  set: (part: Partial<ListState<Item>>) => void
  subscribe: (listener: () => void) => () => void
  toggle: (id: string) => void
  /** Selects from the last toggled row to this one. */
  extendTo: (id: string) => void
  selectLoaded: () => void
  /** Selects all rows matching the filters, loaded or not. */
  selectAll: () => void
  clear: () => void
  /** Clears the selection; the returned function restores it, unless another began or the user left the list. */
  setAside: () => () => void
}

const NONE: Selection = { ids: new Set(), isAll: false, anchorId: null }

/**
 * A list's current row and selection. They live outside React's state, so a step or a selection renders only the rows
 * it affects, however long the list is.
 */
export function createListStore<Item extends Row>(openId: string | null): ListStore<Item> {
  let state: ListState<Item> = {
    loaded: undefined,
    currentId: openId,
    index: -1,
    openId,
    selection: NONE,
    isSelectMode: false,
  }
  const listeners = new Set<() => void>()
  /** How often a selection was cleared. */
  let ended = 0

  function set(part: Partial<ListState<Item>>) {
    const next = { ...state, ...part }
    if (next.loaded && next.loaded.orderToken !== state.loaded?.orderToken) next.selection = withoutGone(next)
    next.index = indexOfRow(next.loaded?.items ?? [], next.currentId, state.index)
    state = next
    for (const listener of listeners) listener()
  }
  function select(ids: Iterable<string>, anchorId: string | null, isAll = false) {
    set({ selection: { ids: new Set(ids), isAll, anchorId } })
  }
  function clear() {
    ended += 1
    set({ selection: NONE, isSelectMode: false })
  }
  return {
    get: () => state,
    set,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    toggle: (id) => {
      const { selection } = state
      const ids = new Set(selection.isAll ? selectedOf(state).map((row) => row.id) : selection.ids)
      if (!ids.delete(id)) ids.add(id)
      select(ids, id)
    },
    extendTo: (id) => {
      const { loaded, selection } = state
      if (!loaded) return
      select([...selection.ids, ...idsBetween(loaded, selection.anchorId, id)], selection.anchorId ?? id)
    },
    selectLoaded: () => select(state.loaded?.items.map((row) => row.id) ?? [], null),
    selectAll: () => select(state.loaded?.items.map((row) => row.id) ?? [], null, true),
    clear,
    setAside: () => {
      const { selection, isSelectMode } = state
      clear()
      const endedThen = ended
      return () => {
        if (ended === endedThen && !isSelecting(state)) set({ selection, isSelectMode })
      }
    },
  }
}

/** A component's view of the list state. `select` must return a primitive, or the same object while nothing changed. */
export function useListState<Value, Item extends Row>(
  store: Pick<ListStore<Item>, 'get' | 'subscribe'>,
  select: (state: ListState<Item>) => Value,
): Value {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** The current row. */
export function currentOf<Item extends Row>({ loaded, index }: ListState<Item>): Item | null {
  return loaded?.items[index] ?? null
}

/** The row in the tab order: the current one, or the first. */
export function tabStopOf({ loaded, index }: ListState): string | null {
  return loaded?.items[Math.max(0, index)]?.id ?? null
}

/** The selected rows that are loaded, in order. */
export function selectedOf<Item extends Row>({ loaded, selection }: ListState<Item>): readonly Item[] {
  const items = loaded?.items ?? []
  if (selection.isAll) return items
  return selection.ids.size === 0 ? [] : items.filter((row) => selection.ids.has(row.id))
}

/** The number of selected rows, as far as known without asking the server. */
export function selectedCount({ loaded, selection }: ListState): number {
  return selection.isAll ? (loaded?.total ?? 0) : selection.ids.size
}

export function isSelecting({ selection, isSelectMode }: ListState): boolean {
  return isSelectMode || selection.isAll || selection.ids.size > 0
}

/** Drops rows that have left the list from the selection. */
function withoutGone({ loaded, selection }: ListState): Selection {
  if (selection.ids.size === 0) return selection
  const present = new Set(loaded?.items.map((row) => row.id))
  return { ...selection, ids: new Set([...selection.ids].filter((id) => present.has(id))) }
}
