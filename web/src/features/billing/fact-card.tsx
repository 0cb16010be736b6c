import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'

/** A card that states one thing about the organization's plan. */
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
