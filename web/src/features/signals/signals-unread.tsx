import { messageOf } from '../../lib/request-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

interface SignalsUnreadProps {
  error: unknown
  isValidating: boolean
  mutate: () => Promise<unknown>
}

/** In place of signals that are still loading, or could not be loaded. */
export function SignalsUnread({ error, isValidating, mutate }: SignalsUnreadProps) {
  if (error !== undefined) {
    return (
      <ErrorState title="The signals could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  return (
    <SkeletonGroup label="Loading the signals" className="grid gap-2">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonGroup>
  )
}
