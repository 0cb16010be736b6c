import { memo, useRef } from 'react'
import type { Ref } from 'react'
import { EndOfLoaded } from '../../lib/rows/list-states.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LeadRowSkeleton } from './lead-feed-states.tsx'
import type { LoadedLeads } from './loaded-leads.ts'
import { LeadRowView } from './lead-row.tsx'
import type { RowSetting } from './row-setting.ts'
import { leadName } from '../../lib/row-text.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { useVirtualRows } from '../../lib/rows/use-virtual-rows.ts'

const ROW_HEIGHT_PX = 126
const OVERSCAN = 6

export interface LeadFeedProps {
  ref: Ref<FeedHandle>
  loaded: LoadedLeads
  isStale: boolean
  setting: RowSetting
  moreError: unknown
  onMore: () => void
}

/** The leads as cards in a list of any length; only visible ones are rendered. */
export const LeadFeed = memo(function LeadFeed({ ref, loaded, isStale, setting, moreError, onMore }: LeadFeedProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { items } = loaded
  const virtualizer = useVirtualRows({
    ref,
    scroller,
    loaded,
    rowHeightPx: ROW_HEIGHT_PX,
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
        aria-label="Leads"
        aria-busy={isStale}
        className={classNames('relative w-full transition-opacity', isStale && 'opacity-60')}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((row) => {
          const lead = items[row.index]
          return (
            <article
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-posinset={row.index + 1}
              aria-setsize={setSize}
              aria-label={lead ? leadName(lead) : 'More leads'}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {lead ? (
                <LeadRowView lead={lead} setting={setting} />
              ) : (
                <EndOfLoaded several="leads" error={moreError} onRetry={onMore}>
                  <LeadRowSkeleton />
                </EndOfLoaded>
              )}
            </article>
          )
        })}
      </div>
    </div>
  )
})
