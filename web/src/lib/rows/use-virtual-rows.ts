import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Ref, RefObject } from 'react'
import type { LoadedRows, Row } from './loaded-rows.ts'
import { indexOfRow } from './loaded-rows.ts'
import { useStable } from '../use-stable.ts'

/** The next page is requested when less than this is left below: a fling covers it in half a second. */
const LOADED_PX_LEFT = 5000

export interface FeedHandle {
  /** Scrolls a row into view and optionally focuses it. */
  showRow: (id: string, focus: boolean) => void
  scrollToTop: () => void
  /** The ids of the rendered rows. */
  idsDrawn: () => readonly string[]
}

interface VirtualRows {
  ref: Ref<FeedHandle>
  scroller: RefObject<HTMLDivElement | null>
  loaded: LoadedRows<Row>
  rowHeightPx: number
  overscan: number
  /** The height of a sticky element above the rows. */
  headHeightPx?: number
  moreError: unknown
  onMore: () => void
}

/** Which rows of a list of any length to render; requests the next page before its place is reached. */
export function useVirtualRows(props: VirtualRows) {
  const { ref, scroller, loaded, rowHeightPx, overscan, headHeightPx = 0, moreError, onMore } = props
  const { items, nextCursor, orderToken } = loaded
  const hasMore = nextCursor !== null
  const virtualizer = useVirtualizer({
    count: items.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: useRowKeys(items, orderToken),
    overscan,
    scrollPaddingStart: headHeightPx,
    // The head pushes all rows down: without this the last visible row would end below the edge.
    scrollPaddingEnd: headHeightPx,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx])
  const rows = virtualizer.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  const isNearEnd = lastIndex >= items.length - LOADED_PX_LEFT / rowHeightPx
  useEffect(() => {
    // Checked again after each page, which may not have reached far enough.
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

/** With a new function the library measures every row again; changes inside rows keep their places. */
function useRowKeys(items: readonly Row[], orderToken: object): (index: number) => string {
  const [keyed, setKeyed] = useState({ items, orderToken })
  if (keyed.orderToken !== orderToken) setKeyed({ items, orderToken })
  const now = keyed.orderToken === orderToken ? keyed.items : items
  return useCallback((index: number) => now[index]?.id ?? 'more', [now])
}

/** Focuses a row: at once if it is rendered, otherwise once it is, unless the focus went elsewhere. */
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
  // After each render: distant rows take one more than near ones.
  useLayoutEffect(tryFocus)
  return useStable((id: string) => {
    waiting.current = { id, from: document.activeElement }
    tryFocus()
  })
}

function linkOf(root: Element | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"] a[data-opens]`) ?? null
}
