import type { LeadRow } from '@leadlight/contract/leads'
import { ArrowUp, ListChecks } from 'lucide-react'
import { useCallback } from 'react'
import type { ReactNode, Ref, RefObject } from 'react'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useUnreadCount } from '../../lib/unread-count.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { FeedHandle } from './lead-feed.tsx'
import { LeadFeed } from './lead-feed.tsx'
import { LeadFeedSkeleton, NoMatches } from './lead-feed-states.tsx'
import type { NamedSignal } from './lead-filter-bar.tsx'
import { LeadFilterBar } from './lead-filter-bar.tsx'
import { useDataChannels } from './use-data-channels.ts'
import type { Inbox } from './use-lead-inbox.ts'

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

/** The list with its heading, filters, bulk bar and pill of new arrivals. */
export function LeadColumn(props: LeadColumnProps) {
  const { inbox, feedRef, canDelete, searchRef, signals, actions, notice, whenEmpty } = props
  const { projectId, filters, list, selection, isSelectMode } = inbox
  const unreadCount = useUnreadCount(projectId)
  const { data: channels = [] } = useDataChannels(projectId)
  const { loaded } = list
  return (
    <>
      <div className="flex items-center gap-1.5 px-3.5 pt-3 pb-2">
        <h1 className="flex-1 text-l font-semibold">Posts</h1>
        {(loaded?.items.length ?? 0) > 0 && (
          <IconButton
            label={isSelectMode ? 'Stop selecting' : 'Select leads'}
            size="s"
            aria-pressed={isSelectMode}
            onClick={() => (isSelectMode ? inbox.leave() : inbox.setSelectMode(true))}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <ListChecks aria-hidden="true" />
          </IconButton>
        )}
        {actions}
      </div>
      <LeadFilterBar
        filters={filters.filters}
        onChange={filters.change}
        onClear={filters.clear}
        channels={channels}
        signals={signals}
        unreadCount={unreadCount}
        total={loaded?.total ?? null}
        isTotalCapped={loaded?.isTotalCapped ?? false}
        searchRef={searchRef}
      />
      {notice}
      {(selection.selected.length > 0 || isSelectMode) && (
        <BulkBar
          count={selection.selected.length}
          isAll={selection.isAll}
          total={loaded?.total ?? 0}
          isTotalCapped={loaded?.isTotalCapped ?? false}
          isDeletedList={filters.filters.deleted}
          canDelete={canDelete}
          onSelectAll={selection.selectAll}
          onRead={inbox.setRead}
          onDelete={inbox.setDeleted}
          onClear={inbox.leave}
        />
      )}
      <LeadRows inbox={inbox} feedRef={feedRef} whenEmpty={whenEmpty} />
    </>
  )
}

/** The rows, or what stands in their place; above them the pill that says how many leads have come in since. */
function LeadRows({ inbox, feedRef, whenEmpty }: Pick<LeadColumnProps, 'inbox' | 'feedRef' | 'whenEmpty'>) {
  const { filters, list, selection, position, arrivals, changes, isSelectMode } = inbox
  const { loaded } = list
  const { toggle, extendTo } = selection
  const { setStarred } = changes
  const star = useCallback((lead: LeadRow) => void setStarred(lead, !lead.starred), [setStarred])

  function select(id: string, isRange: boolean) {
    if (isRange) extendTo(id)
    else toggle(id)
  }
  async function showArrivals() {
    await arrivals.show()
    feedRef.current?.scrollToTop()
  }
  if (!loaded) {
    if (!list.error) return <LeadFeedSkeleton />
    return (
      <ErrorState title="The leads could not be loaded" onRetry={() => void list.reload()} retrying={list.isRetrying}>
        {messageOf(list.error)}
      </ErrorState>
    )
  }
  if (loaded.items.length === 0) {
    if (list.isStale) return <LeadFeedSkeleton />
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        {filters.isNarrowed ? <NoMatches onClear={filters.clear} /> : whenEmpty}
      </div>
    )
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {arrivals.count > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-2.5 z-20 flex justify-center">
          <Pill className="pointer-events-auto" onClick={() => void showArrivals()}>
            <ArrowUp aria-hidden="true" />
            {formatCount(arrivals.count, 'new lead')}
          </Pill>
        </div>
      )}
      <output className="sr-only">{arrivals.count > 0 && formatCount(arrivals.count, 'new lead')}</output>
      <LeadFeed
        ref={feedRef}
        loaded={loaded}
        isStale={list.isStale}
        openId={inbox.openId}
        currentId={position.currentId}
        isSelecting={isSelectMode || selection.selected.length > 0}
        pressSelects={isSelectMode}
        isSelected={selection.isSelected}
        linkTo={inbox.links.lead}
        onSelect={select}
        onStar={star}
        onFocus={position.setCurrentId}
        moreError={list.moreError}
        onMore={list.loadMore}
      />
    </div>
  )
}
