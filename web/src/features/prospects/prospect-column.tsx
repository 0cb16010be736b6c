import { ArrowUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Ref, RefObject } from 'react'
import { useParams } from '../../lib/router/use-router.ts'
import { messageOf } from '../../lib/request-error.ts'
import { NoMatches, TableSkeleton } from '../../lib/rows/list-states.tsx'
import { isSelecting, useListState } from '../../lib/rows/list-store.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { useMedia } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProspectCards } from './prospect-cards.tsx'
import { ProspectBulkBar } from './prospect-bulk-bar.tsx'
import { ProspectFilterBar } from './prospect-filter-bar.tsx'
import { ProspectHead } from './prospect-head.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import { ProspectTable } from './prospect-table.tsx'
import type { Prospects } from './use-prospects.ts'

const ExportProgressLine = lazy(async () => ({
  default: (await import('../../lib/rows/export-progress.tsx')).ExportProgressLine,
}))

/** A table would be cut off after two columns. */
const NARROW = '(width < 700px)'

interface ProspectColumnProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  feedRef: RefObject<FeedHandle | null>
  searchRef: Ref<HTMLInputElement>
  canDelete: boolean
}

/** The list with its heading, filters and bulk bar. */
export function ProspectColumn<Row extends ProspectRow>(props: ProspectColumnProps<Row>) {
  const { prospects, feedRef, searchRef, canDelete } = props
  const { kind, exporting, store } = prospects
  const areSelecting = useListState(store, isSelecting)
  // With a row open beside the list, the page's heading is that row's.
  const Heading = useParams()['id'] ? 'h2' : 'h1'
  return (
    <>
      <Heading className="px-3.5 pt-3.5 pb-2.5 text-l leading-6 font-semibold">{kind.title}</Heading>
      <ProspectFilterBar prospects={prospects} searchRef={searchRef} />
      <Suspense>
        {exporting.progress && <ExportProgressLine progress={exporting.progress} onStop={exporting.stop} />}
      </Suspense>
      {areSelecting ? (
        <ProspectBulkBar prospects={prospects} canDelete={canDelete} />
      ) : (
        <ProspectHead prospects={prospects} />
      )}
      <ProspectRows prospects={prospects} feedRef={feedRef} />
    </>
  )
}

type RowsProps<Row extends ProspectRow> = Pick<ProspectColumnProps<Row>, 'prospects' | 'feedRef'>

/** The rows, or the state that replaces them. */
function ProspectRows<Row extends ProspectRow>({ prospects, feedRef }: RowsProps<Row>) {
  const isNarrow = useMedia(NARROW)
  const { kind, list, filters, news } = prospects
  const { several } = kind.noun
  const { loaded } = list
  if (!loaded) {
    if (!list.error) return <TableSkeleton several={several} />
    return (
      <ErrorState
        title={`The ${several} could not be loaded`}
        onRetry={() => void list.reload()}
        retrying={list.isRetrying}
      >
        {messageOf(list.error)}
      </ErrorState>
    )
  }
  if (loaded.items.length === 0) {
    if (list.isStale) return <TableSkeleton several={several} />
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        {filters.count > 0 ? (
          <NoMatches several={several} onClear={filters.clear} />
        ) : (
          <EmptyState icon={<kind.icon aria-hidden="true" />} title={`No ${several} yet`}>
            {kind.whenEmpty}
          </EmptyState>
        )}
      </div>
    )
  }
  async function showNewPosts() {
    await news.show()
    feedRef.current?.scrollToTop()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {news.hasNewPosts && (
        <div className="pointer-events-none absolute inset-x-0 top-2.5 z-30 flex justify-center">
          <Pill className="pointer-events-auto" onClick={() => void showNewPosts()}>
            <ArrowUp aria-hidden="true" />
            New posts have come in
          </Pill>
        </div>
      )}
      <output className="sr-only">{news.hasNewPosts && 'New posts have come in'}</output>
      {isNarrow ? (
        <ProspectCards prospects={prospects} loaded={loaded} feedRef={feedRef} />
      ) : (
        <ProspectTable prospects={prospects} loaded={loaded} feedRef={feedRef} />
      )}
    </div>
  )
}
