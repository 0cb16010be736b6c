import { Keyboard, MousePointerClick } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** The reading pane while nothing is open. */
export function LeadPaneHint({ onHelp }: { onHelp: () => void }) {
  return (
    <EmptyState
      className="h-full content-center"
      icon={<MousePointerClick aria-hidden="true" />}
      title="Choose a lead to read it"
      action={
        <Button variant="quiet" size="s" onClick={onHelp}>
          <Keyboard aria-hidden="true" />
          All shortcuts
        </Button>
      }
    >
      <p>
        Or go through them with <Kbd>j</Kbd> and <Kbd>k</Kbd>, and open one with <Kbd>Enter</Kbd>
      </p>
    </EmptyState>
  )
}

/** The pane's skeleton. */
export function LeadPaneSkeleton() {
  return (
    <SkeletonGroup label="Loading the lead">
      <div className="flex h-12.5 items-center gap-2 border-b px-6">
        <Skeleton className="size-6.5" />
        <Skeleton className="size-6.5" />
        <Skeleton className="ml-auto h-6.5 w-28" />
      </div>
      <LeadTextSkeleton />
    </SkeletonGroup>
  )
}

/** The text's skeleton, with the title if the list has it. */
export function LeadTextSkeleton({ title = null }: { title?: string | null }) {
  return (
    <div className="grid max-w-190 gap-3 px-4 py-5 @min-[800px]/inbox:px-6">
      {title ? (
        <h1 className="text-[1.375rem] leading-tight font-semibold tracking-[-0.018em] wrap-anywhere">{title}</h1>
      ) : (
        <h1>
          <span className="sr-only">Lead</span>
          <Skeleton className="h-6 w-3/5" />
        </h1>
      )}
      <Skeleton className="h-3.5 w-2/5" />
      <Skeleton className="my-2.5 h-24 w-full rounded-card" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-11/12" />
      <Skeleton className="h-3.5 w-4/5" />
    </div>
  )
}
