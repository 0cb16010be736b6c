import type { Status } from '@leadlight/contract/statuses'
import type { RefObject } from 'react'
import { showToast } from '../../ui/toast.tsx'
import type { Shortcuts } from '../shortcuts.ts'
import type { ListStore } from './list-store.ts'
import { isSelecting, selectedOf } from './list-store.ts'
import type { Row } from './loaded-rows.ts'
import type { Target } from './target.ts'
import type { Position } from './use-position.ts'

const GUESTS_KEEP = 'Guests of a project do not delete. A member of the organization can.'
const STATUS_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface WithStatus extends Row {
  status_config_id: string | null
}

interface ShortcutList<Item extends WithStatus, Filters extends { deleted: boolean }> {
  store: ListStore<Item>
  position: Position<Item>
  statuses: readonly Status[]
  filters: { filters: Filters }
  changes: { undoLatest: () => boolean }
  current: () => Item | null
  target: () => Target<Item, Filters> | null
  setStatus: (status: Status | null, chosen: Target<Item, Filters>, by: 'key') => void
  setDeleted: (deleted: boolean) => void
}

interface ShortcutContext {
  search: RefObject<HTMLInputElement | null>
  canDelete: boolean
}

/** The shortcuts of every list of rows with statuses. */
export function listShortcuts<Item extends WithStatus, Filters extends { deleted: boolean }>(
  list: ShortcutList<Item, Filters>,
  { search, canDelete }: ShortcutContext,
): Shortcuts {
  const { position, store } = list
  return {
    ...statusShortcuts(list),
    j: () => position.goTo(position.next),
    k: () => position.goTo(position.previous),
    Home: () => position.goTo(position.first),
    End: () => position.goTo(position.last),
    Enter: () => {
      if (position.currentId && position.openId === null) position.open(position.currentId)
    },
    '#': () => {
      if (canDelete) list.setDeleted(!list.filters.filters.deleted)
      else if (list.target()) showToast({ kind: 'info', message: GUESTS_KEEP })
    },
    z: () => void list.changes.undoLatest(),
    x: () => {
      const row = list.current()
      if (row) store.toggle(row.id)
    },
    '/': () => search.current?.focus(),
    Escape: () => {
      if (isSelecting(store.get())) store.clear()
      else if (position.openId !== null) position.close()
    },
  }
}

/** `e` cycles through the statuses and stays; a digit sets a status and, without a selection, goes to the next row. */
function statusShortcuts<Item extends WithStatus, Filters extends { deleted: boolean }>(
  list: ShortcutList<Item, Filters>,
): Shortcuts {
  const { statuses, position, store } = list
  function setAndGoOn(status: Status | null) {
    const target = list.target()
    if (!target) return
    const hasSelection = selectedOf(store.get()).length > 0
    list.setStatus(status, target, 'key')
    if (!hasSelection) position.goTo(position.next)
  }
  return {
    e: () => {
      const target = list.target()
      const formerId = target?.rows[0]?.status_config_id ?? null
      const former = statuses.findIndex((status) => status.id === formerId)
      const next = statuses[(former + 1) % statuses.length]
      if (target && next) list.setStatus(next, target, 'key')
    },
    '0': () => setAndGoOn(null),
    ...Object.fromEntries(
      STATUS_KEYS.map((key, index) => [
        key,
        () => {
          const status = statuses[index]
          if (status) setAndGoOn(status)
        },
      ]),
    ),
  }
}
