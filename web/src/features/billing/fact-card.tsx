import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** A card with one fact about the organization's plan. */
export function FactCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-2 p-4" aria-label={title}>
      <div className="flex min-h-5.5 items-center justify-between gap-2">
        <h2 className="text-s font-semibold text-ink-2">{title}</h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}

export function LoadingCard({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid gap-3 rounded-card border bg-surface p-4">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-4 w-full max-w-64" />
    </SkeletonGroup>
  )
}

interface FailedCardProps {
  title: string
  /** What failed: "The plan could not be loaded". */
  problem: string
  /** The consequence, in a sentence. */
  children: ReactNode
  onRetry: () => void
  retrying: boolean
}

/** Replaces a fact that could not be read. */
export function FailedCard({ title, problem, children, onRetry, retrying }: FailedCardProps) {
  return (
    <Card aria-label={title}>
      <ErrorState title={problem} onRetry={onRetry} retrying={retrying} className="py-6!">
        {children}
      </ErrorState>
    </Card>
  )
}
