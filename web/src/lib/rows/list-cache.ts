import type { ScopedMutator } from 'swr'
import type { usePatchCached } from '../use-patch-cached.ts'
import type { LoadedRows, RemovedRow, Row, RowChange } from './loaded-rows.ts'
import { patchRows, removeRows, restoreRows } from './loaded-rows.ts'

type ListKey = readonly [string, string, object]

/** Optimistic changes to the cached list on screen. */
export interface ListCache<Item extends Row> {
  patch: (ids: ReadonlySet<string>, change: RowChange<Item>) => void
  /** Removes rows from the list, and returns where they stood. */
  remove: (ids: ReadonlySet<string>) => readonly RemovedRow<Item>[]
  restore: (removed: readonly RemovedRow<Item>[]) => void
}

interface Memory {
  mutate: ScopedMutator
  patchCached: ReturnType<typeof usePatchCached>
}

export function createListCache<Item extends Row>({ mutate, patchCached }: Memory, listKey: ListKey): ListCache<Item> {
  function change(next: (current: LoadedRows<Item>) => LoadedRows<Item>) {
    patchCached<LoadedRows<Item>>(listKey, next)
    // Lists with other filters are refetched when they show again, not kept in step.
    void mutate((key) => isOtherList(key, listKey), undefined)
  }
  return {
    patch: (ids, patch) => change((current) => patchRows(current, ids, patch)),
    remove(ids) {
      let removed: readonly RemovedRow<Item>[] = []
      change((current) => {
        const result = removeRows(current, ids)
        removed = result.removed
        return result.loaded
      })
      return removed
    },
    restore: (removed) => change((current) => restoreRows(current, removed)),
  }
}

function isOtherList(key: unknown, listKey: ListKey): boolean {
  if (!Array.isArray(key) || key[0] !== listKey[0] || key[1] !== listKey[1]) return false
  return JSON.stringify(key[2]) !== JSON.stringify(listKey[2])
}
