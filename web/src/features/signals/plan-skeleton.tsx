import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import type { BriefSettings } from './use-brief.ts'

export interface BriefFieldsProps {
  projectId: string
  text: string
  settings: BriefSettings
  disabled: boolean
  onChange: (settings: BriefSettings) => void
}

export function PlanSkeleton() {
  return (
    <SkeletonGroup label="Reading the signal" className="grid gap-2">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-6 w-2/5" />
    </SkeletonGroup>
  )
}
