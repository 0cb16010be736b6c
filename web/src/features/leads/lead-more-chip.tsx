import { lazy, Suspense, useState } from 'react'
import type { LeadFilters } from './lead-filters.ts'
import { MoreChip } from './more-chip.tsx'

const LeadMoreFilters = lazy(async () => ({ default: (await import('./lead-more-filters.tsx')).LeadMoreFilters }))

interface LeadMoreChipProps {
  filters: LeadFilters
  onChange: (change: Partial<LeadFilters>) => void
  onClear: () => void
}

/** Opens the filters that are needed less often; they are fetched when somebody first wants them. */
export function LeadMoreChip(props: LeadMoreChipProps) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted) return <MoreChip filters={props.filters} onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={<MoreChip filters={props.filters} aria-busy="true" />}>
      <LeadMoreFilters {...props} />
    </Suspense>
  )
}
