import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Ref, RefObject } from 'react'
import type { LoadedRows, Row } from './loaded-rows.ts'
import { indexOfRow } from './loaded-rows.ts'
import { useStable } from '../use-stable.ts'

/** The next page is asked for when the rows loaded go on for no more than this: a fling takes half a second for it. */
const LOADED_PX_LEFT = 5000

export interface FeedHandle {
  /** Brings a row into sight and, if told to, puts the focus on it. */
  showRow: (id: string, focus: boolean) => void
  scrollToTop: () => void
  /** The ids of the rows that are drawn. */
  idsDrawn: () => readonly string[]
}

interface VirtualRows {
  ref: Ref<FeedHandle>
  scroller: RefObject<HTMLDivElement | null>
  loaded: LoadedRows<Row>
  rowHeightPx: number
  overscan: number
  /** What stands above the rows and stays there while they scroll. */
  headHeightPx?: number
  moreError: unknown
  onMore: () => void
}

/** Which rows to draw of a list of any length; asks for the next page before its place is reached. */
export function useVirtualRows(props: VirtualRows) {
  const { ref, scroller, loaded, rowHeightPx, overscan, headHeightPx = 0, moreError, onMore } = props
  const { items, nextCursor, places } = loaded
  const hasMore = nextCursor !== null
  const virtualizer = useVirtualizer({
    count: items.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: useRowKeys(items, places),
    overscan,
    scrollPaddingStart: headHeightPx,
    // The head pushes all rows down: without this the last row in sight would end below the edge.
    scrollPaddingEnd: headHeightPx,
  })
  const rows = virtualizer.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  const isNearEnd = lastIndex >= items.length - LOADED_PX_LEFT / rowHeightPx
  useEffect(() => {
    // Asked again after each page: it may not have reached far enough.
    if (nextCursor !== null && !moreError && isNearEnd) onMore()
  }, [nextCursor, moreError, isNearEnd, onMore])
  const near = useRef(-1)
  const focusOn = useFocusOnRow(scroller)
  useImperativeHandle(ref, () => ({
    showRow(id, focus) {
      const index = indexOfRow(items, id, near.current)
      if (index < 0) return
      near.current = index
      virtualizer.scrollToIndex(index)
      if (focus) focusOn(id)
    },
    scrollToTop: () => virtualizer.scrollToOffset(0),
    idsDrawn: () => virtualizer.getVirtualItems().flatMap(({ index }) => items[index]?.id ?? []),
  }))
  return virtualizer
}

/** With a new function the library measures every row of the list again; rows that only changed keep their places. */
function useRowKeys(items: readonly Row[], places: object): (index: number) => string {
  const [known, setKnown] = useState({ items, places })
  if (known.places !== places) setKnown({ items, places })
  const now = known.places === places ? known.items : items
  return useCallback((index: number) => now[index]?.id ?? 'more', [now])
}

/** Puts the focus on a row: at once where it is drawn already, otherwise as it is, unless the focus went elsewhere. */
function useFocusOnRow(scroller: RefObject<HTMLDivElement | null>): (id: string) => void {
  const waiting = useRef<{ id: string; from: Element | null } | null>(null)
  const tryFocus = useStable(() => {
    const { id, from } = waiting.current ?? {}
    if (id === undefined) return
    const link = linkOf(scroller.current, id)
    const isElsewhere = document.activeElement !== from && document.activeElement !== document.body
    if (link && !isElsewhere) link.focus({ preventScroll: true })
    if (link || isElsewhere) waiting.current = null
  })
  // After each drawing of the list: rows far away take one more than the next.
  useLayoutEffect(tryFocus)
  return useStable((id: string) => {
    waiting.current = { id, from: document.activeElement }
    tryFocus()
  })
}

function linkOf(within: Element | null, id: string): HTMLElement | null {
  return within?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"] a[data-opens]`) ?? null
}
