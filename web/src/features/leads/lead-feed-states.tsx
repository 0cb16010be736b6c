import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

const SKELETON_ROWS = 7

/** Skeleton rows. */
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
