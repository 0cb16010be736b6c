import { ListFilter as FilterIcon } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { CHIP_ON } from './choice-chip.tsx'

type Opened = (trigger: ReactElement<ComponentProps<'button'>>) => ReactNode

interface FilterChipsProps {
  /** The filters with a chip of their own. */
  children: ReactNode
  /** The number of active filters behind "More", and of all. */
  hiddenCount: number
  count: number
  /** The panel behind "More". */
  renderMore: Opened
  /** The sheet with all filters, for small screens. */
  renderSheet: Opened
}

/** A list's filter chips; on a small screen, one chip for all of them. */
export function FilterChips({ children, hiddenCount, count, renderMore, renderSheet }: FilterChipsProps) {
  return (
    <>
      <span className="contents max-sm:hidden">
        {children}
        <OnDemand
          opens="dialog"
          trigger={
            <ChipButton className={hiddenCount > 0 ? CHIP_ON : undefined}>
              <FilterIcon aria-hidden="true" className="@max-[460px]/column:hidden" />
              More {hiddenCount > 0 && <b className="num font-semibold">{hiddenCount}</b>}
            </ChipButton>
          }
        >
          {renderMore}
        </OnDemand>
      </span>
      <span className="sm:hidden">
        <OnDemand
          opens="dialog"
          trigger={
            <ChipButton className={count > 0 ? CHIP_ON : undefined}>
              <FilterIcon aria-hidden="true" />
              Filters {count > 0 && <b className="num font-semibold">{count}</b>}
            </ChipButton>
          }
        >
          {renderSheet}
        </OnDemand>
      </span>
    </>
  )
}
