import { SearchX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

const SKELETON_ROWS = 7
const SKELETON_LINES = 16

/** Rows as they will stand, grey. */
export function LeadFeedSkeleton() {
  return (
    <SkeletonGroup label="Loading the leads" className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <LeadRowSkeleton key={index} />
      ))}
    </SkeletonGroup>
  )
}

export function LeadRowSkeleton() {
  return (
    <div className="grid gap-2.5 border-b px-3.5 py-3.5 pl-7.25">
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3.5 w-4/5" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-4.5 w-1/2 rounded-full" />
    </div>
  )
}

/** Lines of a table as they will stand, grey. */
export function LeadTableSkeleton() {
  return (
    <SkeletonGroup label="Loading the leads" className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: SKELETON_LINES }, (_, index) => (
        <div key={index} className="flex h-10 items-center gap-4 border-b px-3.5">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-4.5 w-20 rounded-full" />
          <Skeleton className="h-3 w-1/6" />
          <Skeleton className="h-3 w-1/6" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

/** Nothing passes the filters. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="No leads match these filters"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Other leads of this project may still be there.
    </EmptyState>
  )
}
