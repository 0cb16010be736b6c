import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** A step's skeleton. */
export function WizardSkeleton() {
  return (
    <SkeletonGroup label="Loading the project" className="grid max-w-160 gap-4">
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-3.5 w-4/5" />
      <Skeleton className="mt-2 h-3 w-24" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-28 w-full" />
    </SkeletonGroup>
  )
}
