import type { ScopedMutator } from 'swr'
import type { usePatchCached } from '../use-patch-cached.ts'
import type { LoadedRows, RemovedRow, Row, RowChange } from './loaded-rows.ts'
import { patchRows, removeRows, restoreRows } from './loaded-rows.ts'

type ListKey = readonly [string, string, object]

/** What the browser remembers of the list that shows, changed at once. */
export interface ListCache<Item extends Row> {
  patch: (ids: ReadonlySet<string>, change: RowChange<Item>) => void
  /** Takes rows out of the list that shows, and says where they stood. */
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
    // Lists of other filters are read anew when they show again, rather than kept in step.
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
