import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** The shape of a settings page while it loads, or a way to try again when it did not. */
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
