import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { NO_FILTERS } from './lead-filters.ts'

const LeadMoreFilters = lazy(async () => ({ default: (await import('./lead-more-filters.tsx')).LeadMoreFilters }))

export interface LeadMoreChipProps {
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

/** The chip itself: says how many of the choices behind it differ from the usual. */
export function MoreChip({ filters, ...rest }: { filters: LeadFilters } & Parameters<typeof ChipButton>[0]) {
  const count = countHidden(filters)
  return (
    <ChipButton
      aria-haspopup="dialog"
      {...rest}
      className={count > 0 ? 'border-transparent bg-accent-soft text-accent' : undefined}
    >
      <ListFilter aria-hidden="true" />
      More {count > 0 && <b className="num font-semibold">{count}</b>}
    </ChipButton>
  )
}

function countHidden(filters: LeadFilters): number {
  const changed = [
    filters.read === 'read',
    filters.starred,
    filters.deleted,
    filters.from !== null,
    filters.to !== null,
    filters.sort !== NO_FILTERS.sort,
  ]
  return changed.filter(Boolean).length
}
