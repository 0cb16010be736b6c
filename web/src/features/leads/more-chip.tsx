import { ListFilter } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { NO_FILTERS } from './lead-filters.ts'

/** The chip that opens further filters: says how many of the choices behind it differ from the usual. */
export function MoreChip({ filters, ...rest }: { filters: LeadFilters } & ComponentProps<typeof ChipButton>) {
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
