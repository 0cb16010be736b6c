import { useLayoutEffect, useRef } from 'react'
import type { ListStore } from './list-store.ts'
import type { LoadedRows, Row } from './loaded-rows.ts'

/**
 * Keeps the store in step with the list on screen. New filters clear the selection, which would name rows nobody sees.
 */
export function useListInStore<Item extends Row>(
  store: ListStore<Item>,
  loaded: LoadedRows<Item> | undefined,
  filtersName: string,
) {
  useLayoutEffect(() => store.set({ loaded }), [store, loaded])
  const clearedFor = useRef(filtersName)
  useLayoutEffect(() => {
    if (clearedFor.current !== filtersName) store.clear()
    clearedFor.current = filtersName
  }, [store, filtersName])
}
