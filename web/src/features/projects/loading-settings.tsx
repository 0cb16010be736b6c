import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** The skeleton of a settings page, or a retry button after a failure. */
export function LoadingSettings({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) return <ErrorState title="The settings could not be loaded" onRetry={onRetry} />
  return (
    <SkeletonGroup label="Loading the settings" className="grid gap-5">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </SkeletonGroup>
  )
}
