import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { CHIP_ON } from './choice-chip.tsx'
import type { DateFilterProps } from './date-filter.tsx'
import { datesInWords } from './periods.ts'

const DatePanel = lazy(async () => ({ default: (await import('./date-filter.tsx')).DatePanel }))

/** A chip for a filter by time, named after what is set; its panel loads at the first press. */
export function DateChip(props: DateFilterProps) {
  const words = datesInWords(props.dates)
  return (
    <OnDemand
      opens="dialog"
      trigger={
        <ChipButton className={words === null ? undefined : `max-w-40 ${CHIP_ON}`}>
          {words === null ? (
            <span className="inline-block first-letter:uppercase">
              <span className="sr-only">Any </span>
              date
            </span>
          ) : (
            <span className="truncate">{words}</span>
          )}
          <ChevronDown aria-hidden="true" className="shrink-0 @max-[460px]/column:hidden" />
        </ChipButton>
      }
    >
      {(trigger) => <DatePanel {...props} trigger={trigger} />}
    </OnDemand>
  )
}
