import { ArrowUp } from 'lucide-react'
import { lazy, memo, Suspense, useMemo, useRef } from 'react'
import type { ReactNode, Ref, RefObject } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { formatCount } from '../../lib/format.ts'
import { passedOverPath } from '../../lib/passed-over-path.ts'
import { codeOf, messageOf } from '../../lib/request-error.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useStable } from '../../lib/use-stable.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useFootHeight } from '../../ui/page-footer.tsx'
import { Pill } from '../../ui/pill.tsx'
import type { NamedSignal } from './filter-choices.ts'
import { DeletedColumn } from './deleted-column.tsx'
import { LeadFeed } from './lead-feed.tsx'
import { NoMatches, TableSkeleton } from '../../lib/rows/list-states.tsx'
import { LeadFeedSkeleton } from './lead-feed-states.tsx'
import { LeadFilterBar } from './lead-filter-bar.tsx'
import type { LeadOrder } from './lead-order.ts'
import { ListHead } from './list-head.tsx'
import { isSelecting, useListState } from '../../lib/rows/list-store.ts'
import { useRowSetting } from './row-setting.ts'
import { useColumnEvents } from './use-column-events.ts'
import { useDataChannels } from '../../lib/data-channels.ts'
import { useUnreadInList } from './use-lead-counts.ts'
import type { Inbox } from './use-lead-inbox.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { ViewsHeading } from './views-heading.tsx'

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))
const ExportProgressLine = lazy(async () => ({
  default: (await import('../../lib/rows/export-progress.tsx')).ExportProgressLine,
}))
const LeadTable = lazy(async () => ({ default: (await import('./lead-table.tsx')).LeadTable }))

/** The list alone: as where the navigation is a sheet. */
const NARROW = '(width < 768px)'

interface LeadColumnProps {
  inbox: Inbox
  canDelete: boolean
  feedRef: RefObject<FeedHandle | null>
  searchRef: Ref<HTMLInputElement>
  signals: readonly NamedSignal[]
  actions: ReactNode
  notice: ReactNode
  whenEmpty: ReactNode
}

/** The list with its heading, filters, bulk bar and the pill for new leads. */
export const LeadColumn = memo(function LeadColumn(props: LeadColumnProps) {
  const { inbox, feedRef, canDelete, searchRef, signals, actions, notice, whenEmpty } = props
  const { projectId, filters, list, statuses, exporting } = inbox
  const unreadCount = useUnreadInList(projectId, filters.query)
  const { data: channels = [] } = useDataChannels(projectId)
  const areSelecting = useListState(inbox.store, isSelecting)
  const { loaded } = list
  return (
    <>
      <div className="flex items-center gap-1.5 px-3.5 pt-3 pb-2">
        <ViewsHeading inbox={inbox} />
        {actions}
      </div>
      <LeadFilterBar
        projectId={projectId}
        filters={filters.filters}
        names={{ statuses, channels, signals }}
        onChange={filters.change}
        onClear={filters.clear}
        unreadCount={unreadCount}
        total={loaded?.total ?? null}
        isTotalCapped={loaded?.isTotalCapped ?? false}
        searchRef={searchRef}
      />
      <Suspense>
        {exporting.progress && <ExportProgressLine progress={exporting.progress} onStop={exporting.stop} />}
      </Suspense>
      <Suspense fallback={<ListHead inbox={inbox} />}>
        {areSelecting ? <BulkBar inbox={inbox} canDelete={canDelete} /> : <ListHead inbox={inbox} />}
      </Suspense>
      <LeadRows inbox={inbox} feedRef={feedRef} whenEmpty={whenEmpty} />
      <Foot inbox={inbox}>{notice}</Foot>
    </>
  )
})

/** At the foot: rows stay where they are when it comes, grows or goes. Where the list is all there is, toasts stay above. */
function Foot({ inbox, children }: { inbox: Inbox; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  const isAlone = useListState(inbox.store, isNoneOpen)
  const isNarrow = useMedia(NARROW)
  useFootHeight(foot, isAlone && isNarrow)
  return (
    <div ref={foot} className="max-h-1/2 shrink-0 overflow-y-auto empty:hidden">
      {children}
    </div>
  )
}

function isNoneOpen({ openId }: { openId: string | null }): boolean {
  return openId === null
}

/** The rows, or the state that replaces them; above, the pill that counts new leads. */
function LeadRows({ inbox, feedRef, whenEmpty }: Pick<LeadColumnProps, 'inbox' | 'feedRef' | 'whenEmpty'>) {
  const { filters, list, settings, arrivals } = inbox
  const setting = useRowSetting(inbox)
  useColumnEvents(inbox.projectId, filters.query, feedRef)
  const setOrder = useStable((order: LeadOrder) => filters.change({ order }))
  const { text } = filters.filters
  const foot = useMemo(() => <PassedOverFoot projectId={inbox.projectId} text={text} />, [inbox.projectId, text])
  const { loaded } = list
  const skeleton = settings.mode === 'table' ? <TableSkeleton several="leads" /> : <LeadFeedSkeleton />
  async function showArrivals() {
    await arrivals.show()
    feedRef.current?.scrollToTop()
  }
  if (!loaded) {
    if (!list.error) return skeleton
    if (codeOf(list.error) === 'column_not_found')
      return <DeletedColumn projectId={inbox.projectId} filters={filters.filters} onChange={filters.change} />
    return (
      <ErrorState title="The leads could not be loaded" onRetry={() => void list.reload()} retrying={list.isRetrying}>
        {messageOf(list.error)}
      </ErrorState>
    )
  }
  if (loaded.items.length === 0) {
    if (list.isStale) return skeleton
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        {filters.isNarrowed ? (
          <NoMatches several="leads" onClear={filters.clear} elsewhere={<PassedOverLink inbox={inbox} />} />
        ) : (
          whenEmpty
        )}
      </div>
    )
  }
  const rows = {
    ref: feedRef,
    loaded,
    isStale: list.isStale,
    setting,
    foot,
    moreError: list.moreError,
    onMore: list.loadMore,
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {arrivals.count > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-2.5 z-30 flex justify-center">
          <Pill className="pointer-events-auto" onClick={() => void showArrivals()}>
            <ArrowUp aria-hidden="true" />
            {formatCount(arrivals.count, 'new lead')}
          </Pill>
        </div>
      )}
      <output className="sr-only">{arrivals.count > 0 && formatCount(arrivals.count, 'new lead')}</output>
      {settings.mode === 'table' ? (
        <Suspense fallback={skeleton}>
          <LeadTable {...rows} settings={settings} order={filters.filters.order} onOrder={setOrder} />
        </Suspense>
      ) : (
        <LeadFeed {...rows} />
      )}
    </div>
  )
}

/** After the last lead: what is not in the list may have been collected all the same. */
function PassedOverFoot({ projectId, text }: { projectId: string; text: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 px-3.5 py-3 text-s text-ink-3">
      Is one missing?
      <Link to={passedOverPath(projectId, { text })} className="link target inline-flex items-center">
        See what was passed over
      </Link>
    </p>
  )
}

/** Words that no lead has may be those of a post that was not kept. */
function PassedOverLink({ inbox: { projectId, filters } }: { inbox: Inbox }) {
  const { text } = filters.filters
  if (text === '') return null
  return (
    <Link to={passedOverPath(projectId, { text })} className={buttonClass()}>
      Look among posts passed over
    </Link>
  )
}
