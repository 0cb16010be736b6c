import { memo, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { LoadedRows, Row } from './loaded-rows.ts'
import type { FeedHandle } from './use-virtual-rows.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const OVERSCAN = 6

interface RowFeedProps<Item extends Row> {
  ref: Ref<FeedHandle>
  /** The rows' plural noun. */
  label: string
  loaded: LoadedRows<Item>
  isStale: boolean
  /** The height of most cards; each is measured. */
  cardHeightPx: number
  nameOf: (item: Item) => string
  /** Draws a card. Must keep its identity while the cards need no redraw. */
  renderCard: (item: Item) => ReactNode
  /** The name of what follows the last card, and what it is, for example the next page's skeleton. */
  endName: string
  end: ReactNode
  /** Follows the last row once all are loaded. */
  foot?: ReactNode
  moreError: unknown
  onMore: () => void
}

/** A list of any length as cards; only visible ones are rendered. */
function Feed<Item extends Row>(props: RowFeedProps<Item>) {
  const { ref, label, loaded, isStale, cardHeightPx, nameOf, renderCard, endName, end, foot, moreError, onMore } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { items } = loaded
  const virtualizer = useVirtualRows({
    ref,
    scroller,
    loaded,
    rowHeightPx: cardHeightPx,
    overscan: OVERSCAN,
    moreError,
    onMore,
  })
  const setSize = loaded.isTotalCapped ? -1 : loaded.total
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain [scrollbar-width:thin]"
    >
      <div
        role="feed"
        aria-label={label}
        aria-busy={isStale}
        className={classNames('relative w-full transition-opacity', isStale && 'opacity-60')}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index]
          return (
            <article
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-posinset={row.index + 1}
              aria-setsize={setSize}
              aria-label={item ? nameOf(item) : endName}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {item ? renderCard(item) : end}
            </article>
          )
        })}
      </div>
      <div className="pb-(--toast-room)">{loaded.nextCursor === null && foot}</div>
    </div>
  )
}

// React's `memo` loses a component's type parameters.
export const RowFeed = memo(Feed) as typeof Feed
