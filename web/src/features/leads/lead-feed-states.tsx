import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { USUAL_ORDER } from './lead-order.ts'

const SKELETON_ROWS = 7

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

/** The list is sorted by a smart column that somebody has deleted: asking again would not help. */
export function NoOrder({ onChange }: { onChange: (change: Pick<LeadFilters, 'order'>) => void }) {
  return (
    <ErrorState
      title="The leads could not be loaded"
      action={<Button onClick={() => onChange({ order: USUAL_ORDER })}>Sort by newest posts</Button>}
    >
      They were to be sorted by a smart column that no longer exists.
    </ErrorState>
  )
}
