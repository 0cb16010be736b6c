import type { Status } from '@leadlight/contract/statuses'
import { useMemo } from 'react'
import { useStable } from '../use-stable.ts'
import type { ListStore } from './list-store.ts'
import { currentOf, selectedOf } from './list-store.ts'
import type { Row } from './loaded-rows.ts'
import type { Target } from './target.ts'
import type { Position } from './use-position.ts'

/** How a status was set. A key may go on to another row, so that only a toast shows what it did. */
export type StatusBy = 'key' | 'menu'

interface Changes<Item extends Row, Filters> {
  /** Each returns whether the change succeeded. */
  setStatus: (target: Target<Item, Filters>, status: Status | null, by: StatusBy) => Promise<boolean>
  setDeleted: (target: Target<Item, Filters>, deleted: boolean, onUndone?: () => void) => Promise<boolean>
}

interface ListContext<Item extends Row, Filters> {
  store: ListStore<Item>
  filters: Filters
  changes: Changes<Item, Filters>
  position: Position<Item>
  /** The open row, which need not be in the list. */
  openRow: Item | null
}

/** The actions on the target rows: the selected ones, or else the open or focused one. */
export function useListWork<Item extends Row, Filters>(context: ListContext<Item, Filters>) {
  const { store, filters, changes, position, openRow } = context
  /** The current row. */
  const current = useStable((): Item | null => currentOf(store.get()) ?? openRow)
  /** The selected rows, or else the open or focused one. */
  const target = useStable((): Target<Item, Filters> | null => {
    const state = store.get()
    const rows = selectedOf(state)
    if (state.selection.isAll && state.loaded) {
      const { total: count, isTotalCapped: isCapped } = state.loaded
      return { rows, allOf: { filters, count, isCapped } }
    }
    if (rows.length > 0) return { rows }
    const one = current()
    return one && { rows: [one] }
  })
  /**
   * Clears the selection once the change is done; after a failure it stays, so the user can try again. Rows named one by
   * one stay selected after a change that leaves them in the list, for the next change; what a filter matches may differ
   * afterwards.
   */
  const endSelection = useStable(async (isDone: Promise<boolean>) => {
    const bringBack = store.setAside()
    if (!(await isDone)) bringBack()
  })
  const setStatus = useStable(
    (status: Status | null, chosen: Target<Item, Filters> | null = target(), by: StatusBy = 'menu') => {
      if (!chosen) return
      const isDone = changes.setStatus(chosen, status, by)
      if (chosen.allOf) void endSelection(isDone)
    },
  )
  const setDeleted = useStable((deleted: boolean, chosen: Target<Item, Filters> | null = target()) => {
    if (!chosen) return
    const { next, previous, openId, currentId, index } = position
    const isOpenChosen = openId !== null && chosen.rows.some((row) => row.id === openId)
    const [first] = chosen.rows
    const isCurrentChosen = first?.id === currentId
    const stays = (row: Item | undefined) => (row && !chosen.rows.some((one) => one.id === row.id) ? row : null)
    const to = stays(next) ?? stays(previous)
    const onUndone = () => {
      // Whoever has gone on meanwhile is not called back.
      if (isOpenChosen && index >= 0 && position.openId === (to?.id ?? null)) position.open(openId)
      else if (!isOpenChosen && isCurrentChosen && position.currentId === to?.id) position.goTo(first)
    }
    void endSelection(changes.setDeleted(chosen, deleted, onUndone))
    // A row outside the list has no next one: it stays open and shows its new state.
    if (isOpenChosen && index < 0) return
    if (isOpenChosen) {
      if (to) position.open(to.id)
      else position.close({ replace: true })
    } else if (isCurrentChosen && to) position.goTo(to)
  })
  return useMemo(
    () => ({ current, target, setStatus, setDeleted, endSelection }),
    [current, target, setStatus, setDeleted, endSelection],
  )
}
