import { useSyncExternalStore } from 'react'
import type { LoadedRows, Row } from './loaded-rows.ts'
import { idsBetween, indexOfRow } from './loaded-rows.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** All that match the filters are meant, loaded or not. */
  isAll: boolean
  /** Where a range starts. */
  anchorId: string | null
}

export interface ListState<Item extends Row = Row> {
  loaded: LoadedRows<Item> | undefined
  /** The row one stands at: the open one, or else the row last focused. */
  currentId: string | null
  /** Where that row stands among the loaded; -1 where it does not. */
  index: number
  /** The row that is open beside the list. */
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
  /** Selects from the row last toggled to this one. */
  extendTo: (id: string) => void
  selectLoaded: () => void
  /** Selects all that match the filters, loaded or not. */
  selectAll: () => void
  clear: () => void
  /** Ends the selection; what it answers brings it back, unless another was begun or this list left since. */
  setAside: () => () => void
}

const NONE: Selection = { ids: new Set(), isAll: false, anchorId: null }

/**
 * Where one stands in the list and which rows are selected. It lives outside of React's state so that a step or a
 * selection draws the rows it touches and nothing else, however long the list is.
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
  /** How often a selection was ended. */
  let ended = 0

  function set(part: Partial<ListState<Item>>) {
    const next = { ...state, ...part }
    if (next.loaded && next.loaded.places !== state.loaded?.places) next.selection = withoutGone(next)
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

/** What of the list a component hangs on. `select` answers a plain value, or one that stays the same while nothing changed. */
export function useListState<Value, Item extends Row>(
  store: Pick<ListStore<Item>, 'get' | 'subscribe'>,
  select: (state: ListState<Item>) => Value,
): Value {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** The row one stands at. */
export function currentOf<Item extends Row>({ loaded, index }: ListState<Item>): Item | null {
  return loaded?.items[index] ?? null
}

/** The row the Tab key stops at: the current one, or the first. */
export function tabStopOf({ loaded, index }: ListState): string | null {
  return loaded?.items[Math.max(0, index)]?.id ?? null
}

/** The selected rows that are loaded, in their order. */
export function selectedOf<Item extends Row>({ loaded, selection }: ListState<Item>): readonly Item[] {
  const items = loaded?.items ?? []
  if (selection.isAll) return items
  return selection.ids.size === 0 ? [] : items.filter((row) => selection.ids.has(row.id))
}

/** How many rows are selected, as far as is known without counting on the server. */
export function selectedCount({ loaded, selection }: ListState): number {
  return selection.isAll ? (loaded?.total ?? 0) : selection.ids.size
}

export function isSelecting({ selection, isSelectMode }: ListState): boolean {
  return isSelectMode || selection.isAll || selection.ids.size > 0
}

/** A row that has left the list is no longer meant. */
function withoutGone({ loaded, selection }: ListState): Selection {
  if (selection.ids.size === 0) return selection
  const present = new Set(loaded?.items.map((row) => row.id))
  return { ...selection, ids: new Set([...selection.ids].filter((id) => present.has(id))) }
}
