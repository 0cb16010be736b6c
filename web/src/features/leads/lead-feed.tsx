import type { LeadRow } from '@leadlight/contract/leads'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import type { Ref, RefObject } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { LoadedLeads } from './lead-list.ts'
import { LeadRowView } from './lead-row.tsx'
import { LeadRowSkeleton } from './lead-feed-states.tsx'

const ROW_HEIGHT_PX = 126
const OVERSCAN = 6
/** The next page is asked for when so many rows are left below. */
const ROWS_LEFT = 40

export interface FeedHandle {
  /** Brings a row into sight and, if told to, puts the focus on it. */
  showRow: (id: string, focus: boolean) => void
  scrollToTop: () => void
}

interface LeadFeedProps {
  ref: Ref<FeedHandle>
  loaded: LoadedLeads
  isStale: boolean
  openId: string | null
  currentId: string | null
  isSelecting: boolean
  pressSelects: boolean
  isSelected: (id: string) => boolean
  linkTo: (id: string) => string
  onSelect: (id: string, isRange: boolean) => void
  onStar: (lead: LeadRow) => void
  onFocus: (id: string) => void
  moreError: unknown
  onMore: () => void
}

/** The rows of a list of any length: only those in sight are drawn, further pages come before they are reached. */
export function LeadFeed(props: LeadFeedProps) {
  const { ref, loaded, isStale, openId, currentId, isSelecting, isSelected, linkTo } = props
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  const { items } = loaded
  const virtualizer = useRows(scroller, props)
  const rows = virtualizer.getVirtualItems()
  useImperativeHandle(ref, () => ({
    showRow(id, focus) {
      const index = items.findIndex((lead) => lead.id === id)
      if (index < 0) return
      virtualizer.scrollToIndex(index)
      if (focus) requestAnimationFrame(() => linkOf(scroller.current, id)?.focus({ preventScroll: true }))
    },
    scrollToTop: () => virtualizer.scrollToOffset(0),
  }))

  const setSize = loaded.isTotalCapped ? -1 : loaded.total
  const tabStop = items.some((lead) => lead.id === currentId) ? currentId : items[0]?.id
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain [scrollbar-width:thin]"
    >
      <div
        role="feed"
        aria-label="Leads"
        aria-busy={isStale}
        className={classNames('relative w-full transition-opacity', isStale && 'opacity-60')}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map((row) => {
          const lead = items[row.index]
          return (
            <article
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-posinset={row.index + 1}
              aria-setsize={setSize}
              aria-label={lead?.title ?? lead?.excerpt.text ?? 'More leads'}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {lead ? (
                <LeadRowView
                  lead={lead}
                  to={linkTo(lead.id)}
                  now={now}
                  isOpen={lead.id === openId}
                  isCurrent={lead.id === tabStop}
                  isSelected={isSelected(lead.id)}
                  isSelecting={isSelecting}
                  pressSelects={props.pressSelects}
                  onSelect={props.onSelect}
                  onStar={props.onStar}
                  onFocus={props.onFocus}
                />
              ) : (
                <EndOfLoaded error={props.moreError} onRetry={props.onMore} />
              )}
            </article>
          )
        })}
      </div>
    </div>
  )
}

/** Which rows to draw; asks for the next page in time. */
function useRows(scroller: RefObject<HTMLDivElement | null>, { loaded, moreError, onMore }: LeadFeedProps) {
  const { items, nextCursor } = loaded
  const hasMore = nextCursor !== null
  // A new function would make the library measure every row of the list again, at each step of scrolling.
  const getItemKey = useCallback((index: number) => items[index]?.id ?? 'more', [items])
  const virtualizer = useVirtualizer({
    count: items.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey,
    overscan: OVERSCAN,
  })
  const lastIndex = virtualizer.getVirtualItems().at(-1)?.index ?? 0
  const isNearEnd = lastIndex >= items.length - ROWS_LEFT
  useEffect(() => {
    if (hasMore && !moreError && isNearEnd) onMore()
  }, [hasMore, moreError, isNearEnd, onMore])
  return virtualizer
}

function EndOfLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <LeadRowSkeleton />
  return (
    <div role="alert" className="grid justify-items-center gap-2 p-5 text-center text-s text-ink-2">
      Further leads could not be loaded. {messageOf(error)}
      <Button size="s" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function linkOf(within: Element | null, id: string): HTMLElement | null {
  return within?.querySelector<HTMLElement>(`[data-lead-id="${CSS.escape(id)}"] a[href]`) ?? null
}
