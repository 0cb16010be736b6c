import type { Profile, SourcedValue } from '@leadlight/contract/prospects'
import type { ComponentProps } from 'react'
import type { RowProps } from '../../lib/rows/row-link.tsx'
import { pressRow } from '../../lib/rows/row-link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { provenance } from './provenance.ts'

interface SourcedCellProps {
  value: SourcedValue
  profiles: readonly Profile[]
  /** The row, which a press opens. */
  part: RowProps
}

/** A value in a row, on up to two lines. A tooltip shows it in full with its source, which the open page shows too. */
export function SourcedCell({ value, profiles, part }: SourcedCellProps) {
  return (
    <Tooltip
      content={
        <>
          <span className="block font-medium wrap-anywhere">{value.value}</span>
          {provenance(value, profiles)}
        </>
      }
    >
      <ValueLink part={part}>{value.value}</ValueLink>
    </Tooltip>
  )
}

/** Links to the row's page; not in the tab order. */
function ValueLink({ part, children, ...rest }: { part: RowProps } & Omit<ComponentProps<'a'>, 'part'>) {
  return (
    <a
      dir="auto"
      {...rest}
      href={part.setting.linkTo(part.id)}
      tabIndex={-1}
      draggable={false}
      onClick={(event) => pressRow(event, part)}
      className="relative z-10 line-clamp-2 min-w-0 leading-tight wrap-anywhere"
    >
      {children}
    </a>
  )
}
