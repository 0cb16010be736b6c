import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { messageOf } from '../request-error.ts'

const SKELETON_LINES = 16

/** A table's skeleton. `several` is the plural noun: "leads". */
export function TableSkeleton({ several }: { several: string }) {
  return (
    <SkeletonGroup label={`Loading the ${several}`} className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: SKELETON_LINES }, (_, index) => (
        <div key={index} className="flex h-10 items-center gap-4 max-[699px]:h-11 pointer-coarse:h-11 border-b px-3.5">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-4.5 w-20 rounded-full" />
          <Skeleton className="h-3 w-1/6" />
          <Skeleton className="h-3 w-1/6" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

interface NoMatchesProps {
  several: string
  onClear: () => void
  /** Where else to look. */
  elsewhere?: ReactNode
}

/** The empty state if no row matches the filters. */
export function NoMatches({ several, onClear, elsewhere }: NoMatchesProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={`No ${several} match these filters`}
      action={
        <>
          {elsewhere}
          <Button onClick={onClear}>Clear filters</Button>
        </>
      }
    >
      Other {several} of this project may still be there.
    </EmptyState>
  )
}

interface EndOfLoadedProps {
  several: string
  error: unknown
  onRetry: () => void
  /** One row's skeleton. */
  children: ReactNode
}

/** The skeleton of the next page, or the error that stopped it. */
export function EndOfLoaded({ several, error, onRetry, children }: EndOfLoadedProps) {
  if (!error) return <SkeletonGroup label={`Loading further ${several}`}>{children}</SkeletonGroup>
  return (
    <div role="alert" className="grid justify-items-center gap-2 p-5 text-center text-s text-ink-2">
      Further {several} could not be loaded. {messageOf(error)}
      <Button size="s" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
