import { useState } from 'react'
import type { LoadedLeads } from './lead-list.ts'
import { idsBetween } from './lead-list.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** All that match the filters are meant, loaded or not. */
  isAll: boolean
  /** Where a range starts. */
  anchorId: string | null
}

const NONE: Selection = { ids: new Set(), isAll: false, anchorId: null }

/** Which rows of a list are selected. It ends when the filters change, since it would mean rows nobody sees. */
export function useSelection(loaded: LoadedLeads | undefined, filtersName: string) {
  const [state, setState] = useState({ filtersName, selection: NONE })
  const selection = state.filtersName === filtersName ? state.selection : NONE
  const items = loaded?.items ?? []
  const selected = items.filter((lead) => selection.isAll || selection.ids.has(lead.id))

  function set(next: Selection) {
    setState({ filtersName, selection: next })
  }
  function toggle(id: string) {
    const ids = new Set(selected.map((lead) => lead.id))
    if (!ids.delete(id)) ids.add(id)
    set({ ids, isAll: false, anchorId: id })
  }
  function extendTo(id: string) {
    if (!loaded) return
    const range = idsBetween(loaded, selection.anchorId, id)
    set({ ids: new Set([...selection.ids, ...range]), isAll: false, anchorId: selection.anchorId ?? id })
  }
  return {
    selected,
    isAll: selection.isAll,
    isSelected: (id: string) => selection.isAll || selection.ids.has(id),
    toggle,
    extendTo,
    selectLoaded: () => set({ ids: new Set(items.map((lead) => lead.id)), isAll: false, anchorId: null }),
    selectAll: () => set({ ids: new Set(items.map((lead) => lead.id)), isAll: true, anchorId: null }),
    clear: () => set(NONE),
  }
}
